import type { IncomingMessage } from 'node:http';

/** Bounds of reading a body that nobody wants. */
export interface DrainLimits {
  readonly bytes: number;
  readonly ms: number;
}

/** Most bytes of a body that are read though nobody wants it: more than the proxy in front lets through. */
export const drainBytes = 34 * 1024 * 1024;

/** Whether more of a request's body is to come. */
export function isArriving({ headers, complete, destroyed }: IncomingMessage): boolean {
  if (complete || destroyed) return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Reads the rest of a body and throws it away. An answer that comes earlier may get lost: closing a connection on which
 * data is still arriving resets it, and a proxy that can't send the rest reports a broken service.
 * @param signal ends reading
 * @returns whether the body is through; false when a bound was reached
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
