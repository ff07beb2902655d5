import type { Following } from '@pmcw/event-store';
import { type Check, createFollowingCheck, type Followed } from '@pmcw/runtime';

/** How far what the service does after the fact has followed the log. */
export interface Followers {
  readonly members: () => Followed;
  readonly signOuts: () => Followed;
  readonly mails: () => Followed;
  readonly links: () => Followed;
  readonly reports: () => Followed;
}

/** One that starts has the time that all have to arrive at the head. */
export const followedAt = (following: Following | null, position: bigint): Followed => ({
  mode: following?.status === 'failed' ? 'failed' : 'following',
  position,
  details: {},
});

export const nothingToFollow: Followed = { mode: 'standby', position: 0n, details: {} };

export function followerChecks(
  { members, signOuts, mails, links, reports }: Followers,
  pulse: () => Promise<bigint>,
): Readonly<Record<keyof Followers, Check>> {
  const check = (followed: () => Followed) => createFollowingCheck({ pulse, followed });
  return {
    members: check(members),
    signOuts: check(signOuts),
    mails: check(mails),
    links: check(links),
    reports: check(reports),
  };
}
