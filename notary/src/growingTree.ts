import type { KeyObject } from 'node:crypto';
import { type Checkpoint, hexOf, isSameHash, leafOf } from '@pmcw/contracts';
import type { EventLog, StoredEvent } from '@pmcw/event-store';
import { CannotStartError } from '@pmcw/runtime';
import { dropHalfLine, readCheckpoints, signCheckpoint, writeCheckpoint } from './checkpoints.ts';
import type { AuditFolder } from './folder.ts';
import { TreeFiles } from './treeFiles.ts';

/** The log lacks signed events, or is another engine's. */
export class OtherLogError extends CannotStartError {
  override readonly name = 'OtherLogError';

  constructor(what: string, { checkpoints }: AuditFolder) {
    const advice = `If the log was restored or moved, move the folder of ${checkpoints} away to start again.`;
    super(`The log is not the one that was signed: ${what}. ${advice}`);
  }
}

/** The writable tree of a folder. Continues from the last checkpoint; earlier changes are found by `verify.ts`. */
export class GrowingTree {
  readonly #folder: AuditFolder;
  readonly #engine: string;
  readonly #key: KeyObject;
  readonly #tree: TreeFiles;
  #position: bigint;
  #last: Checkpoint | null;
  #work: Promise<void> = Promise.resolve();

  private constructor(
    folder: AuditFolder,
    engine: string,
    key: KeyObject,
    tree: TreeFiles,
    last?: Checkpoint,
  ) {
    this.#folder = folder;
    this.#engine = engine;
    this.#key = key;
    this.#tree = tree;
    this.#position = BigInt(last?.position ?? 0);
    this.#last = last ?? null;
  }

  /**
   * Cuts off later or half-written nodes.
   * @throws OtherLogError if signed events are not in the log
   * @throws Error if the tree has lost signed nodes
   */
  static async open(
    folder: AuditFolder,
    log: Pick<EventLog, 'engine' | 'head' | 'readAll'>,
    key: KeyObject,
  ): Promise<GrowingTree> {
    await dropHalfLine(folder.checkpoints);
    const [last, before] = (await readCheckpoints(folder.checkpoints)).slice(-2).reverse();
    if (last !== undefined) await expectLogOf(log, last, folder);
    const tree = await TreeFiles.open(folder.tree, last?.size ?? 0);
    try {
      if (last !== undefined) await expectSigned(log, { last, after: before?.position ?? '0', tree }, folder);
    } catch (error) {
      await tree.close();
      throw error;
    }
    return new GrowingTree(folder, log.engine, key, tree, last);
  }

  get size(): number {
    return this.#tree.size;
  }

  get position(): bigint {
    return this.#position;
  }

  get last(): Checkpoint | null {
    return this.#last;
  }

  add(events: readonly StoredEvent[]): Promise<void> {
    return this.#inTurn(async () => {
      await this.#tree.append(events.map(leafOf));
      this.#position = events.at(-1)?.position ?? this.#position;
    });
  }

  sign(): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#tree.size === (this.#last?.size ?? 0)) return;
      await this.#tree.sync();
      const { size } = this.#tree;
      const root = hexOf(await this.#tree.root());
      const part = { size, root, position: String(this.#position), engine: this.#engine };
      const checkpoint = signCheckpoint({ ...part, time: new Date().toISOString() }, this.#key);
      await writeCheckpoint(this.#folder.checkpoints, checkpoint);
      this.#last = checkpoint;
    });
  }

  close(): Promise<void> {
    return this.#inTurn(() => this.#tree.close());
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#work.then(work);
    this.#work = done.catch(() => undefined);
    return done;
  }
}

async function expectLogOf(
  log: Pick<EventLog, 'engine' | 'head'>,
  last: Checkpoint,
  folder: AuditFolder,
): Promise<void> {
  if (last.engine !== log.engine) {
    const what = `the ${last.engine} log was signed here, and this is the ${log.engine} log`;
    throw new OtherLogError(what, folder);
  }
  const head = await log.head();
  if (head >= BigInt(last.position)) return;
  throw new OtherLogError(
    `the log ends at ${head}, and was signed up to ${last.position} on ${last.time}`,
    folder,
  );
}

interface Signed {
  readonly last: Checkpoint;
  /** A position of the log at or before which its events need not be read. */
  readonly after: string;
  readonly tree: TreeFiles;
}

/** A restored log may have grown past the last checkpoint: then it has another event where that ends. */
async function expectSigned(
  log: Pick<EventLog, 'engine' | 'readAll'>,
  { last, after, tree }: Signed,
  folder: AuditFolder,
): Promise<void> {
  const [signed] = await tree.leaves(last.size - 1, 1);
  const event = await eventAt(log, BigInt(last.position), BigInt(after));
  if (signed === undefined || (event !== null && isSameHash(leafOf(event), signed))) return;
  const what = `the event at ${last.position} is not the one that was signed on ${last.time}`;
  throw new OtherLogError(what, folder);
}

/** EventStoreDB has gaps between positions and reads from no others, so it is paged from a known one. */
async function eventAt(
  log: Pick<EventLog, 'engine' | 'readAll'>,
  position: bigint,
  after: bigint,
): Promise<StoredEvent | null> {
  const hasGaps = log.engine === 'eventstoredb';
  for (let from = hasGaps ? after : position - 1n; from < position; ) {
    const page = hasGaps ? await log.readAll(from) : await log.readAll(from, {}, 1);
    const found = page.events.find((event) => event.position >= position);
    if (found !== undefined) return found.position === position ? found : null;
    if (page.live) return null;
    from = page.position;
  }
  return null;
}
