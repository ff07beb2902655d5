import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';

/** Moments at which a client resets its connection. */
export const resetMoments = [
  'before the answer',
  'during the answer',
  'after the answer',
  'half-way through the request',
] as const;
type Moment = (typeof resetMoments)[number];

async function resetOnce(port: number, request: string, moment: Moment): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => undefined);
  const closed = once(socket, 'close');
  const reset = () => void socket.resetAndDestroy();
  socket.on('data', () => moment === 'during the answer' && reset()).on('end', reset);
  await once(socket, 'connect');
  const isHalf = moment === 'half-way through the request';
  socket.write(isHalf ? request.slice(0, request.length / 2) : request, () => {
    if (isHalf || moment === 'before the answer') reset();
  });
  await closed;
}

/**
 * Sends a request to a server on loopback again and again, and resets the connection at a moment of each. The request asks
 * for the connection to be closed, or is refused.
 * @returns errors that would have ended the process, of all that runs in it
 */
export async function resetConnections(port: number, request: string, moment: Moment): Promise<unknown[]> {
  const uncaught: unknown[] = [];
  const note = (error: unknown) => void uncaught.push(error);
  process.on('uncaughtException', note);
  try {
    await Promise.all(Array.from({ length: 8 }, () => resetOnce(port, request, moment)));
    // What the server hears of it comes with its next looks at its sockets.
    for (let turns = 0; turns < 20; turns += 1) await turn();
  } finally {
    process.off('uncaughtException', note);
  }
  return uncaught;
}
