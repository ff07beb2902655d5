import { hostname } from 'node:os';
import type { ProductEvents } from '@pmcw/contracts/events';
import type { EventStore } from '@pmcw/event-store';
import type { Logger } from '@pmcw/resilience';
import { type Incarnations, release } from '@pmcw/runtime';
import type { Registry } from 'prom-client';
import { productModels } from '../models.ts';
import { Connections } from '../storage/connections.ts';
import { Followers } from './followers.ts';
import type { ReadModel } from './model.ts';
import { runnerContext } from './options.ts';
import { Overview } from './overview.ts';
import type { ModelStatus } from './status.ts';

export interface ProjectorOptions {
  readonly eventStore: EventStore<ProductEvents>;
  readonly incarnations: Incarnations;
  /** Its user must be allowed to create schemas and the extension `pg_trgm`. */
  readonly connectionString: string;
  readonly logger: Logger;
  readonly registry?: Registry;
  readonly models?: readonly ReadModel[];
}

/** Several may share a database; each model has one writer at a time. */
export interface Projector {
  /**
   * @throws DatabaseAwayError if the database can't be reached
   * @throws CannotStartError if a later release has made a model
   */
  start(): Promise<void>;
  /** Doesn't close the event store. */
  stop(): Promise<void>;
  /** Also covers models that another process writes. */
  status(): Promise<ModelStatus[]>;
  /** Share of the log, from 0 to 1, in models that can't answer yet; 1 once all can. */
  prepared(): Promise<number>;
}

/** A writer and a renewal per model, and one for status queries. */
export const connectionsOf = (models: readonly ReadModel[]): number => models.length * 2 + 1;

/** Of the database of the read models. */
export const projectorNeeds = { connections: connectionsOf(productModels), extensions: ['pg_trgm'] };

export const holderName = () => `${hostname()}:${process.pid}@${release.version}`;

export function createProjector(options: ProjectorOptions): Projector {
  const { eventStore, incarnations, logger, registry, models = productModels } = options;
  const connections = new Connections(options.connectionString, connectionsOf(models));
  const context = runnerContext({ eventStore, incarnations, connections, logger, holder: holderName() });
  const overview = new Overview(context, models, registry);
  const followers = new Followers(context, models, overview);
  return {
    start: () => followers.start(),
    async stop() {
      await followers.stop();
      await connections.close();
    },
    status: () => overview.status(),
    prepared: () => overview.prepared(),
  };
}
