import type { CheckResult } from '@pmcw/runtime';
import type { FollowerStatus } from './follower/follower.ts';

export interface GatewayStats {
  readonly sockets: number;
  readonly authenticated: number;
  readonly replaying: number;
  readonly commandsInFlight: number;
  readonly follower: {
    readonly status: FollowerStatus;
    /** How often following was restarted. */
    readonly restarts: number;
    /** Everything up to this position of the log has been pushed. */
    readonly position: string;
  };
  readonly recentChanges: number;
}

export function followingCheck({ follower: { status, position } }: GatewayStats): CheckResult {
  return { ok: status === 'following', status, position };
}
