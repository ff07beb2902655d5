import { type Check, createFollowingCheck } from '@pmcw/runtime';
import type { Notary, NotaryState } from './notary.ts';

const modes = { following: 'following', standby: 'standby', failed: 'failed', stopped: 'failed' } as const;

/** @param pulse the head of the log, asked for now */
export function notaryCheck(notary: Pick<Notary, 'status'>, pulse: () => Promise<bigint>): Check {
  return createFollowingCheck({
    pulse,
    followed: () => {
      const { state, size, waiting, position, signedAt } = notary.status;
      const mode = modes[state satisfies NotaryState];
      const signed = { events: size, waiting, signedAt: signedAt?.toISOString() ?? null };
      return { mode, position, details: state === 'standby' ? { state } : { state, ...signed } };
    },
  });
}
