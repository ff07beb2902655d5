import type { FollowStatus } from '@pmcw/event-store';

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
