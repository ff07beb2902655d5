import { setTimeout as sleep } from 'node:timers/promises';
import { Interruptions, type Logger } from '@pmcw/resilience';

const firstPauseMs = 10;
const longestPauseMs = 300;

export interface Preparation {
  /** From 0 to 1. */
  readonly prepared: () => Promise<number>;
  readonly onProgress: (share: number) => void;
  readonly logger: Logger;
  readonly stopping?: AbortSignal | undefined;
}

/** Resolves once all is prepared. @throws AbortError when the process should end */
export async function untilPrepared({ prepared, onProgress, logger, stopping }: Preparation): Promise<void> {
  // A database that is restarting must not end a start of hours.
  const interruptions = new Interruptions((error, times) =>
    logger.warn({ err: error, times }, 'could not read how far the preparation is; trying again'),
  );
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
    const share = await prepared().catch((error: unknown) => {
      interruptions.happened(error);
      return 0;
    });
    if (share >= 1) return;
    onProgress(share);
    await sleep(pauseMs, undefined, { signal: stopping });
  }
}
