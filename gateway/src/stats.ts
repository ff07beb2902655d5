import type { CheckResult } from '@pmcw/runtime';
import type { FollowerStatus } from './follower/follower.ts';

/** How a gateway is doing. */
export interface GatewayStats {
  /** Open sockets, those of them that have authenticated, and those that are being replayed to. */
  readonly sockets: number;
  readonly authenticated: number;
  readonly replaying: number;
  /** Commands that wait for the command service. */
  readonly commandsInFlight: number;
  readonly follower: {
    readonly status: FollowerStatus;
    /** How often following was begun anew. */
    readonly restarts: number;
    /** Everything up to this position of the log has been pushed. */
    readonly position: string;
  };
  /** Changes that are remembered for those who come back. */
  readonly recentChanges: number;
}

/** Readiness: a gateway follows the log. */
export function followingCheck({ follower: { status, position } }: GatewayStats): CheckResult {
  return { ok: status === 'following', status, position };
}
