import { ProblemError, texts } from '@pmcw/contracts';
import { type ModelName, modelNames, modelVersions } from '@pmcw/projections/tables';
import pg from 'pg';
import type { ReadModels } from '../storage/database.ts';

/** What PostgreSQL says of a schema, table or column that is not there. */
const notThere: ReadonlySet<string | undefined> = new Set(['3F000', '42P01', '42703']);
const isNotThere = (error: unknown) => error instanceof pg.DatabaseError && notThere.has(error.code);

/** To come again in a second: a projector is still to make the tables. */
const stillToBeMade = () => new ProblemError('unavailable', texts.refusals.busy, { retryAfter: 1 });

/**
 * Knows which read models were made. Before a projector has run for the first time there are none, and after an upgrade
 * those of the release before stand for a while: what is missing then is worth coming again for. Otherwise it is a fault.
 */
export class Made {
  readonly #db: ReadModels;
  readonly #known = new Set<ModelName>();

  constructor(db: ReadModels) {
    this.#db = db;
  }

  /** @throws ProblemError `unavailable` while one of the models is not there */
  async require(models: readonly ModelName[]): Promise<void> {
    if (models.every((model) => this.#known.has(model))) return;
    const versions = await this.#versions();
    for (const model of modelNames) if (versions.has(model)) this.#known.add(model);
    if (!models.every((model) => this.#known.has(model))) throw stillToBeMade();
  }

  /** What to answer to an error of a query: the error itself, unless a projector is still to make what is missing. */
  async explain(error: unknown): Promise<unknown> {
    if (!isNotThere(error)) return error;
    const versions = await this.#versions();
    const isMade = modelNames.every((model) => (versions.get(model) ?? 0) >= modelVersions[model]);
    return isMade ? error : stillToBeMade();
  }

  /** Of those that are there. */
  async #versions(): Promise<ReadonlyMap<string, number>> {
    try {
      const made = await this.#db
        .selectFrom('projections.checkpoints')
        .select(['model', 'version'])
        .execute();
      return new Map(made.map(({ model, version }) => [model, version]));
    } catch (error) {
      if (isNotThere(error)) return new Map();
      throw error;
    }
  }
}
