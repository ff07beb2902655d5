import type { CheckResult } from '@pmcw/runtime';
import type { FollowerStatus } from './follower/follower.ts';

export interface GatewayStats {
  readonly sockets: number;
  readonly authenticated: number;
  readonly replaying: number;
  readonly commandsInFlight: number;
  readonly follower: {
    readonly status: FollowerStatus;
    readonly restarts: number;
    /** Up to here everything has been pushed. */
    readonly position: string;
  };
  readonly recentChanges: number;
}

export function followingCheck({ follower: { status, position } }: GatewayStats): CheckResult {
  return { ok: status === 'following', status, position };
}
