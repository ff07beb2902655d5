import { type Check, createFollowingCheck } from '@pmcw/runtime';
import type { Vault } from '@pmcw/vault';
import type { Gateway } from './gateway.ts';

/** Of the feed that everything pushed comes from. */
export function followingCheck(gateway: Pick<Gateway, 'stats'>, pulse: () => Promise<bigint>): Check {
  return createFollowingCheck({
    pulse,
    followed: () => {
      const { status, position } = gateway.stats().follower;
      const mode = status === 'following' ? 'following' : 'failed';
      return { mode, position: BigInt(position), details: { status } };
    },
  });
}

/** On standby while another gateway pushes, or none is asked to. */
export const webPushCheck = (gateway: Pick<Gateway, 'webPush'>, pulse: () => Promise<bigint>): Check =>
  createFollowingCheck({ pulse, followed: () => gateway.webPush() });

/** Without it, sockets of sessions that other processes end stay open until it is back. */
export function sessionsCheck(vault: Pick<Vault, 'isListening'>): Check {
  return async () =>
    vault.isListening() ? { ok: true } : { ok: false, reason: 'ended sessions are not heard of' };
}
