import type { HttpResponse } from 'uWebSockets.js';
import { drainBytes } from '@pmcw/runtime';

/** Longest that an answer waits for the rest of a body, in milliseconds. */
const drainMs = 25_000;

/** A request that may still be arriving when its answer is known. */
export interface Arrival {
  /** Whether the client has gone: the response must not be touched then. */
  readonly isAborted: () => boolean;
  /**
   * Resolves when the body is through, or a bound is reached. An answer that comes earlier may get lost: closing a
   * connection on which data is still arriving resets it, and a proxy that can't send the rest reports a broken service.
   */
  readonly over: Promise<void>;
}

/** Follows a request; to be called in its handler, before anything else is done with the response. */
export function arrivalOf(res: HttpResponse): Arrival {
  let isAborted = false;
  const over = new Promise<void>((resolve) => {
    let left = drainBytes;
    const timer = setTimeout(resolve, drainMs);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    res.onAborted(() => {
      isAborted = true;
      end();
    });
    res.onData((chunk, isLast) => {
      left -= chunk.byteLength;
      if (isLast || left < 0) end();
    });
  });
  return { isAborted: () => isAborted, over };
}
