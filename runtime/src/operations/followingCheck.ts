import { HeadTimes } from './headTimes.ts';
import type { Check } from './readiness.ts';

export interface Followed {
  /** On standby, another process follows. */
  readonly mode: 'following' | 'standby' | 'failed';
  readonly position: bigint;
  /** For operators. */
  readonly details: Readonly<Record<string, unknown>>;
}

export interface FollowingCheckOptions {
  /** The head of the followed log, asked for now. */
  readonly pulse: () => Promise<bigint>;
  readonly followed: () => Followed;
  /** Longest time behind the log (default 10). */
  readonly mostSeconds?: number;
}

/** Passes if the log answers now, and the follower has what the log was seen to have a while ago. */
export function createFollowingCheck(options: FollowingCheckOptions): Check {
  const { pulse, followed, mostSeconds = 10 } = options;
  const heads = new HeadTimes();
  return async () => {
    const head = await pulse();
    heads.note(head);
    const { mode, position, details: given } = followed();
    if (mode === 'standby') return { ...given, ok: true };
    const details = {
      ...given,
      position: String(position),
      lag: String(head > position ? head - position : 0n),
    };
    if (mode === 'failed') return { ...details, ok: false, reason: 'it does not follow the log' };
    const seconds = Math.floor(heads.secondsBehind(position));
    if (seconds <= mostSeconds) return { ...details, ok: true };
    return { ...details, ok: false, reason: `it is ${seconds} seconds behind the log` };
  };
}
