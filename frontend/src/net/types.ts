/** The server's words under the names that the client uses; the types themselves are generated. */
import type { GameView } from './protocol.gen';

export type {
  ActedData as Acted,
  Clock,
  Column,
  EndedData as Ended,
  Foundations,
  FromServer,
  GameView as View,
  Piles,
  RefusedData as Refused,
  Rules,
  ToServer,
} from './protocol.gen';

export type Suit = 'C' | 'D' | 'H' | 'S';
export type Status = GameView['status'];
