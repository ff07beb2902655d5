import type { ProductEvents } from '@pmcw/contracts/events';
import type { EventStore } from '@pmcw/event-store';
import type { Connections } from '../storage/connections.ts';

/** Where the runner writes what people should know: a pino logger is one. Fields hold no personal data. */
export interface ProjectionLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What everything in the runner works with. */
export interface RunnerContext {
  readonly eventStore: EventStore<ProductEvents>;
  readonly connections: Connections;
  readonly logger: ProjectionLogger;
  /** Names this process in the leases. */
  readonly holder: string;
}
