/** What the API says of a board, and a websocket that says when its top has changed. */
import { useEffect, useState } from 'preact/hooks';
import type { PlayerName } from '../../ui/player';

export interface Line {
  rank: number;
  player: PlayerName | null;
  value: number | null;
  game: string | null;
  won: boolean | null;
  score: number | null;
  money: string | null;
  ms: number | null;
  moves: number | null;
  undos: number | null;
  period_played: number | null;
  period_won: number | null;
  achieved_at: string;
}

export interface BoardPage {
  ladder: string;
  board: string;
  period: string;
  bots: boolean;
  length: number;
  rows: Line[];
  before: string | null;
  after: string | null;
  me?: { rank: number; rows: Line[] } | null;
}

const [FIRST_WAIT, LONGEST_WAIT] = [500, 15_000];

/** Follow a board's top (null: none). Gives the latest one that was sent, or null before it is. */
export function useLiveTop(path: string | null): BoardPage | null {
  const [top, setTop] = useState<{ path: string; page: BoardPage } | null>(null);
  useEffect(() => {
    if (path === null) return undefined;
    let closed = false;
    let wait = FIRST_WAIT;
    let retry: ReturnType<typeof setTimeout> | undefined;
    let socket: WebSocket;
    const connect = () => {
      const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
      socket = new WebSocket(`${scheme}://${location.host}/ws/v1/${path}`);
      socket.addEventListener('message', ({ data }) => {
        const { t, d } = JSON.parse(String(data)) as { t: string; d: BoardPage };
        if (t !== 'board') return;
        wait = FIRST_WAIT;
        if (!closed) setTop({ path, page: d });
      });
      socket.addEventListener('close', ({ code }) => {
        if (closed || code === 4404) return;
        retry = setTimeout(connect, wait * (0.75 + Math.random() / 2));
        wait = Math.min(LONGEST_WAIT, wait * 2);
      });
    };
    connect();
    return () => {
      closed = true;
      clearTimeout(retry);
      socket.close();
    };
  }, [path]);
  return top?.path === path ? top.page : null;
}
