import { ProblemError, texts } from '@pmcw/contracts';
import { type ModelName, modelNames, modelVersions } from '@pmcw/projections/tables';
import pg from 'pg';
import type { ReadModels } from '../storage/database.ts';
import { incarnationIn } from './incarnationIn.ts';

const notThere: ReadonlySet<string | undefined> = new Set(['3F000', '42P01', '42703']);
const isNotThere = (error: unknown) => error instanceof pg.DatabaseError && notThere.has(error.code);

/** Retry after a second: a projector will make the tables. */
const stillToBeMade = () => new ProblemError('unavailable', texts.refusals.busy, { retryAfter: 1 });

/**
 * Knows which read models exist. Before a projector's first run, and for a while after an upgrade, missing tables mean
 * a retry; later they are an error.
 */
export class Made {
  readonly #db: ReadModels;
  readonly #known = new Set<ModelName>();

  constructor(db: ReadModels) {
    this.#db = db;
  }

  /** @throws ProblemError `unavailable` while one of the models is missing */
  async require(models: readonly ModelName[]): Promise<void> {
    if (models.every((model) => this.#known.has(model))) return;
    const versions = await this.#versions();
    for (const model of modelNames) if (versions.has(model)) this.#known.add(model);
    if (!models.every((model) => this.#known.has(model))) throw stillToBeMade();
  }

  /** @throws ProblemError `unavailable` while one of the models follows the log of another incarnation */
  async requireIncarnation(models: readonly ModelName[], incarnation: unknown): Promise<void> {
    const rows = await this.#db
      .selectFrom('projections.checkpoints as reached')
      .select(incarnationIn('reached'))
      .where('model', 'in', models)
      .execute();
    const isOther = (row: (typeof rows)[number]) =>
      row.incarnation !== null && row.incarnation !== incarnation;
    if (rows.some(isOther)) throw stillToBeMade();
  }

  /** Turns errors about missing tables into `unavailable` while a projector still has to make them. */
  async explain(error: unknown): Promise<unknown> {
    if (!isNotThere(error)) return error;
    const versions = await this.#versions();
    const isMade = modelNames.every((model) => (versions.get(model) ?? 0) >= modelVersions[model]);
    return isMade ? error : stillToBeMade();
  }

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
