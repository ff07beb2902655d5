import type { FollowStatus } from '@pmcw/event-store';
import type { CheckResult } from '@pmcw/runtime';

export interface GatewayStats {
  readonly sockets: number;
  readonly authenticated: number;
  readonly replaying: number;
  readonly commandsInFlight: number;
  readonly follower: {
    readonly status: FollowStatus;
    readonly restarts: number;
    /** Up to here everything has been pushed. */
    readonly position: string;
  };
  readonly recentChanges: number;
}

export function followingCheck({ follower: { status, position } }: GatewayStats): CheckResult {
  return { ok: status === 'following', status, position };
}
