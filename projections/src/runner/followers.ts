import { Follower } from './follower.ts';
import { LeaseKeeper } from './leaseKeeper.ts';
import type { ReadModel } from './model.ts';
import type { FollowerListener } from './modelState.ts';
import { followedLog, type RunnerContext } from './options.ts';
import { prepareSchemas, refuseLaterTables } from './schema.ts';
import { SharedSteps } from './sharedSteps.ts';

/** A follower for each model. */
export class Followers {
  readonly #context: RunnerContext;
  readonly #models: readonly ReadModel[];
  readonly #followers: readonly Follower[];

  constructor(context: RunnerContext, models: readonly ReadModel[], listener: FollowerListener) {
    this.#context = context;
    this.#models = models;
    const { connections } = context;
    const shared = { keeper: new LeaseKeeper(connections), steps: new SharedSteps(connections) };
    this.#followers = models.map((model) => new Follower(model, context, shared, listener));
  }

  /**
   * @throws DatabaseAwayError if the database can't be reached
   * @throws CannotStartError if a later release made any of the models
   */
  async start(): Promise<void> {
    const { connections } = this.#context;
    await prepareSchemas(connections, this.#models, followedLog(this.#context));
    await refuseLaterTables(connections, this.#models);
    for (const follower of this.#followers) follower.start();
  }

  async stop(): Promise<void> {
    await Promise.all(this.#followers.map((follower) => follower.stop()));
  }
}
