import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { origin } from './program.ts';

/** A member with a session, of the product or of its peer. */
export interface Caller {
  readonly id: number;
  readonly username: string;
  readonly cookie: string;
}

export const content =
  'Is the address on your profile still the same? Sending the second half tonight, thank you!';

async function register(port: number, number: number): Promise<Caller> {
  const username = `bench_${number}`;
  const email = `${username}@example.org`;
  const response = await fetch(`http://127.0.0.1:${port}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ fullName: 'Bench Member', username, email, password: randomUUID() }),
  });
  if (response.status !== 201) throw new Error(`Registering: ${response.status} ${await response.text()}`);
  const { id } = z.object({ id: z.number() }).parse(await response.json());
  const session = response.headers.getSetCookie().find((cookie) => cookie.startsWith('session='));
  return { id, username, cookie: session?.split(';')[0] ?? '' };
}

export async function registerCallers(port: number, count: number): Promise<readonly Caller[]> {
  const callers: Caller[] = [];
  for (let from = 0; from < count; from += 20) {
    const some = Array.from({ length: Math.min(20, count - from) }, (_, n) => register(port, from + n));
    callers.push(...(await Promise.all(some)));
  }
  return callers;
}

/** The member that a caller writes to: the next one. */
export function receiverOf(callers: readonly Caller[], n: number): Caller {
  const receiver = callers[(n + 1 + callers.length) % callers.length];
  if (receiver === undefined) throw new Error('There are no callers');
  return receiver;
}

/** A request with a cookie as browsers send it; GET without a body. */
export function requestOf({ cookie }: Caller, path: string, body?: object): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const method = body === undefined ? 'GET' : 'POST';
  const type = body === undefined ? '' : 'content-type: application/json\r\n';
  return (
    `${method} ${path} HTTP/1.1\r\nhost: localhost\r\norigin: ${origin}\r\n` +
    `cookie: ${cookie}\r\n${type}content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
  );
}

/** Messages over HTTP; each caller writes to the next one. */
export const messageRequests =
  (callers: readonly Caller[]) =>
  (n: number): string => {
    const sender = receiverOf(callers, n - 1);
    const body = { id: uuidv7(), receiverId: receiverOf(callers, n).id, content, messageType: 'text' };
    return requestOf(sender, '/api/messages', body);
  };
