import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { type Caller, content } from './callers.ts';
import { RawSocket } from './rawSocket.ts';

const productFrame = z.object({
  type: z.string(),
  id: z.string().optional(),
  detail: z.string().optional(),
  message: z.object({ id: z.string() }).optional(),
});
const peerFrame = z.tuple([z.string(), z.object({ id: z.string() })]);

/** Listeners of a socket. */
export interface Listeners {
  /** Another member's message arrived. */
  readonly onReceived?: (id: string) => void;
}

/** A member's socket to the product or to its peer. */
export interface Chat {
  /** Sends a message to a member, or to all; resolves when the server has acknowledged it as durable. */
  send(receiverId: number | null, id?: string): Promise<void>;
  close(): void;
}

/** Answers that messages wait for, by key. */
class Waiting {
  readonly #waiting = new Map<string, { resolve: () => void; reject: (error: Error) => void }>();

  wait(key: string): Promise<void> {
    return new Promise((resolve, reject) => this.#waiting.set(key, { resolve, reject }));
  }

  has(key: string): boolean {
    return this.#waiting.has(key);
  }

  settle(key: string, refusal?: string): void {
    const waiting = this.#waiting.get(key);
    this.#waiting.delete(key);
    if (refusal === undefined) waiting?.resolve();
    else waiting?.reject(new Error(`A message was refused: ${refusal}`));
  }
}

async function openProduct(
  port: number,
  { id: userId, cookie }: Caller,
  { onReceived }: Listeners,
): Promise<Chat> {
  const waiting = new Waiting();
  const onMessage = (buffer: Buffer, from: number, to: number) => {
    const {
      type,
      id = '',
      detail,
      message,
    } = productFrame.parse(JSON.parse(buffer.toString('utf8', from, to)));
    if (type === 'ack') waiting.settle(id);
    else if (type === 'error') waiting.settle(id, detail);
    else if (message !== undefined) onReceived?.(message.id);
  };
  const hello = JSON.stringify({ type: 'authenticate', userId });
  const opening = { port, path: '/ws', cookie, onMessage };
  const socket = await RawSocket.greet(opening, hello, '"authenticated"');
  let last = '';
  return {
    send(receiverId, id = uuidv7()) {
      const text = { id, receiverId, isGlobal: receiverId === null, content, messageType: 'text' };
      const previous = waiting.has(last) ? { previous: last } : {};
      last = id;
      const settled = waiting.wait(id);
      socket.send(JSON.stringify({ type: 'message', ...text, ...previous }));
      return settled;
    },
    close: () => socket.close(),
  };
}

/** In the text protocol of socket.io: `40` opens, `42` is an event, `43` an answer, `2` and `3` are ping and pong. */
async function openPeer(port: number, { cookie }: Caller, { onReceived }: Listeners): Promise<Chat> {
  const waiting = new Waiting();
  const onMessage = (buffer: Buffer, from: number, to: number) => {
    const text = buffer.toString('utf8', from, to);
    if (text === '2') socket.send('3');
    else if (text.startsWith('43')) waiting.settle(text.slice(2, text.indexOf('[')));
    else if (text.startsWith('42')) {
      const [, message] = peerFrame.parse(JSON.parse(text.slice(2)));
      onReceived?.(message.id);
    }
  };
  const opening = { port, path: '/socket.io/?EIO=4&transport=websocket', cookie, onMessage };
  const socket = await RawSocket.greet(opening, '40', '"authenticated"');
  let count = 0;
  return {
    send(receiverId, id = uuidv7()) {
      count += 1;
      const settled = waiting.wait(String(count));
      socket.send(`42${count}${JSON.stringify(['message', { id, receiverId, content }])}`);
      return settled;
    },
    close: () => socket.close(),
  };
}

/** Opens a member's socket. */
export const openChat = { product: openProduct, peer: openPeer };
