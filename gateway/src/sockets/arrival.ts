import type { HttpResponse } from 'uWebSockets.js';
import { drainBytes } from '@pmcw/runtime';

const drainMs = 25_000;

/** A request whose body may still be arriving when the answer is known. */
export interface Arrival {
  /** The response must not be touched then. */
  readonly isAborted: () => boolean;
  /**
   * Resolves when the body has arrived, or a limit is reached. An earlier answer may get lost: closing a connection
   * that receives data resets it, and a proxy would report a broken service.
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
