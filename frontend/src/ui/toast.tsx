/** Short messages at the foot of the page. They take no focus and cover no button. */
import { useEffect } from 'preact/hooks';
import { Store, useStore } from '../store/store';

interface Message {
  id: number;
  text: string;
  kind: 'plain' | 'bad';
}

const messages = new Store<{ list: Message[] }>({ list: [] });
let last = 0;

function takeBack(id: number): void {
  messages.set({ list: messages.get().list.filter((other) => other.id !== id) });
}

/** Say something for a few seconds; the same words twice are said once. What comes back unsays it. */
export function say(text: string, kind: Message['kind'] = 'plain'): () => void {
  const id = ++last;
  const others = messages.get().list.filter((message) => message.text !== text);
  messages.set({ list: [...others.slice(-2), { id, text, kind }] });
  return () => takeBack(id);
}

function Toast({ message }: { message: Message }) {
  useEffect(() => {
    const timer = setTimeout(() => takeBack(message.id), 4500);
    return () => clearTimeout(timer);
  }, [message.id]);
  return <p class={`toast ${message.kind}`}>{message.text}</p>;
}

export function Toasts() {
  const { list } = useStore(messages);
  return (
    <div class="toasts" role="status" aria-live="polite">
      {list.map((message) => <Toast key={message.id} message={message} />)}
    </div>
  );
}
