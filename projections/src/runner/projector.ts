import { hostname } from 'node:os';
import type { ProductEvents } from '@pmcw/contracts/events';
import type { EventStore } from '@pmcw/event-store';
import type { Logger } from '@pmcw/resilience';
import { type Incarnations, onlyIncarnation, release } from '@pmcw/runtime';
import type { Registry } from 'prom-client';
import { productModels } from '../models.ts';
import { Connections } from '../storage/connections.ts';
import { Follower, type FollowerMetrics } from './follower.ts';
import { createMetrics } from './metrics.ts';
import type { ReadModel } from './model.ts';
import { followedLog, type RunnerContext } from './options.ts';
import { prepareSchemas, refuseLaterTables } from './schema.ts';
import { isStopped, type ModelStatus, readStatus } from './status.ts';

export interface ProjectorOptions {
  readonly eventStore: EventStore<ProductEvents>;
  readonly incarnations?: Incarnations;
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
}

const noMetrics: FollowerMetrics = { written: () => undefined };

export const holderName = () => `${hostname()}:${process.pid}@${release.version}`;

export function createProjector(options: ProjectorOptions): Projector {
  const { eventStore, incarnations = onlyIncarnation, logger, registry, models = productModels } = options;
  // A writer and a renewal per model, and one for status queries.
  const connections = new Connections(options.connectionString, models.length * 2 + 1);
  const context: RunnerContext = { eventStore, incarnations, connections, logger, holder: holderName() };
  const followers = new Map<string, Follower>();
  const status = () => statusOf(context, models, followers);
  const metrics = registry === undefined ? noMetrics : createMetrics(registry, status);
  for (const model of models) followers.set(model.name, new Follower(model, context, metrics));
  return {
    async start() {
      await prepareSchemas(connections, models, followedLog(context));
      await refuseLaterTables(connections, models);
      for (const follower of followers.values()) follower.start();
    },
    async stop() {
      await Promise.all([...followers.values()].map((follower) => follower.stop()));
      await connections.close();
    },
    status,
  };
}

/** A follower knows best why its model isn't running, unless another process runs or stopped it. */
async function statusOf(
  { connections, eventStore }: RunnerContext,
  models: readonly ReadModel[],
  followers: ReadonlyMap<string, Follower>,
): Promise<ModelStatus[]> {
  const { engine } = eventStore;
  const known = await readStatus(connections, models, { engine, head: await eventStore.head() });
  return known.map((model) => {
    const follower = followers.get(model.name);
    if (follower === undefined || model.state === 'running' || model.state === 'rebuilding') return model;
    const state = isStopped(model) ? model.state : follower.state;
    return { ...model, state, error: follower.error ?? model.error };
  });
}
