import type { ProductEvents } from '@pmcw/contracts/events';
import type { EventStore } from '@pmcw/event-store';
import type { Connections } from '../storage/connections.ts';

/** Fields hold no personal data. */
export interface ProjectionLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface RunnerContext {
  readonly eventStore: EventStore<ProductEvents>;
  readonly connections: Connections;
  readonly logger: ProjectionLogger;
  readonly holder: string;
}
