import type { ProductEvents } from '@pmcw/contracts/events';
import type { EventStore } from '@pmcw/event-store';
import type { Logger } from '@pmcw/resilience';
import type { Connections } from '../storage/connections.ts';

export interface RunnerContext {
  readonly eventStore: EventStore<ProductEvents>;
  readonly connections: Connections;
  readonly logger: Logger;
  readonly holder: string;
}
