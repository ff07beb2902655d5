import { Agent, request } from 'node:http';
import { origin } from './program.ts';

export interface Answer {
  /** 0 without an answer. */
  readonly status: number;
  readonly ms: number;
}

/** Members have their connections already: opening thousands at once would measure the backlog of the port. */
export const connections = 1_500;
const answerWithinMs = 30_000;
export const agent = new Agent({
  keepAlive: true,
  maxSockets: connections,
  maxFreeSockets: connections,
  scheduling: 'fifo',
});

/** A request of a member to a local server: with a body, a POST. Costs the client half of what `fetch` does. */
export function ask(port: number, path: string, cookie = '', body?: object): Promise<Answer> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const answer = (status: number) => resolve({ status, ms: performance.now() - startedAt });
    const sent = request(`http://127.0.0.1:${port}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      agent,
      signal: AbortSignal.timeout(answerWithinMs),
      headers: { cookie, ...(body === undefined ? {} : { origin, 'content-type': 'application/json' }) },
    });
    sent.on('response', (response) => {
      response.resume();
      response.on('end', () => answer(response.statusCode ?? 0));
      response.on('error', () => answer(0));
    });
    sent.on('error', () => answer(0));
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
