import type { IncomingMessage } from 'node:http';

export interface DrainLimits {
  readonly bytes: number;
  readonly ms: number;
}

/** More than the proxy in front allows. */
export const drainBytes = 34 * 1024 * 1024;

export function isArriving({ headers, complete, readableEnded, destroyed }: IncomingMessage): boolean {
  // Injected requests have no `complete`.
  if (complete || readableEnded || destroyed) return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Reads and discards the rest of a body, because closing a connection that still receives data resets it: the answer
 * may be lost, and a proxy would report a broken service.
 * @returns whether the body has ended; false if a limit or `signal` ended it
 */
export function drain(request: IncomingMessage, limits: DrainLimits, signal: AbortSignal): Promise<boolean> {
  if (!isArriving(request)) return Promise.resolve(true);
  return new Promise((resolve) => {
    let left = limits.bytes;
    const count = (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) done();
    };
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      request.off('data', count).off('end', done).off('close', done);
      resolve(!isArriving(request));
    };
    const timer = setTimeout(done, limits.ms);
    signal.addEventListener('abort', done);
    request.on('data', count).on('end', done).on('close', done).resume();
    if (signal.aborted) done();
  });
}
