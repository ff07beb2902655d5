import type { Batch } from '@pmcw/event-store';
import { describe, poisonOf } from '../runner/failures.ts';
import { acquireLease, type Lease, releaseLease, renewLease } from '../runner/lease.ts';
import { type KeptLease, LeaseKeeper } from '../runner/leaseKeeper.ts';
import type { ProductRecord, ReadModel } from '../runner/model.ts';
import { followedLog, type RunnerContext } from '../runner/options.ts';
import { createSlot, dropSlot, nextSlot } from '../runner/schema.ts';
import { Session } from '../runner/session.ts';
import type { Connections } from '../storage/connections.ts';
import type { PageReader } from './logPages.ts';
import { swapInTheEnd } from './swap.ts';

export class RebuildRunningError extends Error {
  override readonly name = 'RebuildRunningError';
}

export interface RebuildProgress {
  readonly position: bigint;
  readonly head: bigint;
  readonly events: number;
}

export interface RebuildOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: RebuildProgress) => void;
}

/**
 * Fills a second generation of a model's tables from the start of the log, then swaps it in with one transaction; works
 * beside a running service.
 * @throws RebuildRunningError if another process rebuilds this model
 * @throws PoisonEventError if the model can't fold an event; the tables in use are unchanged
 */
export async function rebuild(
  model: ReadModel,
  context: RunnerContext,
  options: RebuildOptions,
): Promise<number> {
  const pages = context.logPages.join(model.types);
  try {
    return await rebuildFrom(pages, model, context, options);
  } finally {
    pages.leave();
  }
}

async function rebuildFrom(
  pages: PageReader,
  model: ReadModel,
  context: RunnerContext,
  options: RebuildOptions,
): Promise<number> {
  const { connections, holder, logger } = context;
  const slot = nextSlot(model.name);
  await connections.query('insert into projections.leases (model) values ($1) on conflict do nothing', [
    slot,
  ]);
  const lease = await acquireLease(connections, slot, holder);
  if (lease === null) throw new RebuildRunningError(`${model.name} is being rebuilt already`);
  logger.info({ model: model.name, version: model.version }, 'rebuild started');
  const rebuilding = new Rebuild(model, context, lease, pages, options);
  try {
    const events = await rebuilding.run();
    logger.info({ model: model.name, version: model.version, events }, 'rebuild finished, tables swapped');
    return events;
  } catch (error) {
    logger.warn({ model: model.name, error: describe(error) }, 'rebuild failed');
    throw error;
  } finally {
    await rebuilding.leave();
    await tidyUp(connections, lease);
  }
}

/** Drops the tables of a killed rebuild. */
export async function dropAbandoned(
  { connections, holder, logger }: RunnerContext,
  model: string,
): Promise<void> {
  const slot = nextSlot(model);
  const [found] = await connections.query<{ there: boolean }>(
    'select to_regnamespace($1) is not null as there',
    [slot],
  );
  if (found?.there !== true) return;
  const lease = await acquireLease(connections, slot, holder);
  if (lease === null) return;
  await dropSlot(connections, slot);
  await releaseLease(connections, lease);
  logger.info({ model }, 'dropped the tables of a killed rebuild');
}

async function tidyUp(connections: Connections, lease: Lease): Promise<void> {
  try {
    if (await renewLease(connections, lease)) await dropSlot(connections, lease.slot);
    await releaseLease(connections, lease);
  } catch {
    // The lease expires.
  }
}

class Rebuild {
  readonly #model: ReadModel;
  readonly #context: RunnerContext;
  readonly #lease: Lease;
  readonly #pages: PageReader;
  readonly #options: RebuildOptions;
  readonly #session: Session;
  readonly #kept: KeptLease;
  #position = 0n;
  #events = 0;

  constructor(
    model: ReadModel,
    context: RunnerContext,
    lease: Lease,
    pages: PageReader,
    options: RebuildOptions,
  ) {
    const { connections, logger } = context;
    this.#model = model;
    this.#context = context;
    this.#lease = lease;
    this.#pages = pages;
    this.#options = options;
    this.#session = new Session({
      connections,
      model,
      engine: context.eventStore.engine,
      lease,
      position: 0n,
      onWritten: (events, seconds) => {
        this.#kept.renewed(seconds);
        this.#events += events;
      },
      onRetry: (error) =>
        logger.warn({ model: model.name, error: describe(error) }, 'rebuild interrupted, trying again'),
    });
    this.#kept = new LeaseKeeper(connections).keep(lease, () => this.#session.end('lease lost'));
    options.signal.addEventListener('abort', this.#stop, { once: true });
  }

  async run(): Promise<number> {
    const { connections } = this.#context;
    const { slot } = this.#lease;
    await dropSlot(connections, slot);
    await connections.transaction('public', (tx) =>
      createSlot(tx, this.#model, followedLog(this.#context), slot, this.#model.ddl),
    );
    await this.#fill();
    await this.#finishTables();
    await this.#fill();
    this.#throwIfOver();
    await swapInTheEnd({
      context: this.#context,
      model: this.#model,
      lease: this.#lease,
      position: this.#position,
      signal: this.#session.over,
    });
    return this.#events;
  }

  leave(): Promise<void> {
    this.#options.signal.removeEventListener('abort', this.#stop);
    this.#session.end('closed');
    return this.#kept.leave();
  }

  readonly #stop = () => this.#session.end(new Error('The rebuild was stopped'));

  /** Reads the next page while one is written. */
  async #fill(): Promise<void> {
    let page = this.#read(this.#position);
    for (let live = false; !live; ) {
      const batch = await page;
      live = batch.live;
      if (!live) page = this.#read(batch.position);
      await this.#session.take(batch);
      await this.#session.advance();
      this.#throwIfOver();
      this.#position = batch.position;
      await this.#report();
    }
  }

  #read(after: bigint): Promise<Batch<ProductRecord>> {
    const page = this.#pages.read(after).catch((error: unknown) => {
      throw poisonOf(error) ?? error;
    });
    // Awaited later, or never if something else fails first.
    page.catch(() => undefined);
    return page;
  }

  /** @throws the reason why the session ended, if it has */
  #throwIfOver(): void {
    const { aborted, reason } = this.#session.over;
    if (aborted) throw reason instanceof Error ? reason : new Error(`Rebuild over: ${String(reason)}`);
  }

  async #report(): Promise<void> {
    if (this.#options.onProgress === undefined) return;
    const head = await this.#context.eventStore.head();
    this.#options.onProgress({ position: this.#position, head, events: this.#events });
  }

  /** Indexes for readers are faster to build over all rows at once. */
  async #finishTables(): Promise<void> {
    const { connections } = this.#context;
    await connections.unlimited(this.#lease.slot, async (tx) => {
      await tx.query("set local maintenance_work_mem = '256MB'");
      for (const statement of this.#model.readerDdl) await tx.query(statement);
      const tables = await tx.query<{ tablename: string }>(
        'select tablename from pg_tables where schemaname = $1',
        [this.#lease.slot],
      );
      for (const { tablename } of tables.rows) await tx.query(`analyze ${tablename}`);
    });
  }
}
