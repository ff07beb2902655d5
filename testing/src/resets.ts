import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';

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
 * Sends a request to a loopback server repeatedly, and resets the connection at one moment of each. The request must
 * ask to close the connection, or be refused.
 * @returns errors of this process that would have ended it
 */
export async function resetConnections(port: number, request: string, moment: Moment): Promise<unknown[]> {
  const uncaught: unknown[] = [];
  const note = (error: unknown) => void uncaught.push(error);
  process.on('uncaughtException', note);
  try {
    await Promise.all(Array.from({ length: 8 }, () => resetOnce(port, request, moment)));
    // The server notices at its next reads of its sockets.
    for (let turns = 0; turns < 20; turns += 1) await turn();
  } finally {
    process.off('uncaughtException', note);
  }
  return uncaught;
}
