import type { HttpResponse } from 'uWebSockets.js';
import { drainBytes } from '@pmcw/runtime';

const drainMs = 25_000;

/** A request whose body may still be arriving at the answer. */
export interface Arrival {
  /** Then the response must not be touched. */
  readonly isAborted: () => boolean;
  /**
   * Resolves when the body has arrived, or a limit is reached. Closing a connection that receives data resets it: an
   * earlier answer may be lost.
   */
  readonly over: Promise<void>;
}

/** Must be called first in a handler. */
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
