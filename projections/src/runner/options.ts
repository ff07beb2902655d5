import type { ProductEvents } from '@pmcw/contracts/events';
import type { EventStore } from '@pmcw/event-store';
import type { Logger } from '@pmcw/resilience';
import type { Incarnations } from '@pmcw/runtime';
import { LogPages } from '../rebuild/logPages.ts';
import type { Connections } from '../storage/connections.ts';
import type { FollowedLog } from './schema.ts';

export interface RunnerContext {
  readonly eventStore: EventStore<ProductEvents>;
  readonly incarnations: Incarnations;
  readonly connections: Connections;
  readonly logger: Logger;
  readonly holder: string;
  readonly logPages: LogPages;
}

export const runnerContext = (given: Omit<RunnerContext, 'logPages'>): RunnerContext => ({
  ...given,
  logPages: new LogPages(given.eventStore),
});

export const followedLog = ({ eventStore, incarnations }: RunnerContext): FollowedLog => ({
  engine: eventStore.engine,
  incarnation: incarnations.current,
});
