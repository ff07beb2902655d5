import type { KeyObject } from 'node:crypto';
import { type Checkpoint, hexOf, leafOf } from '@pmcw/contracts';
import type { EventLog, StoredEvent } from '@pmcw/event-store';
import { CannotStartError } from '@pmcw/runtime';
import { dropHalfLine, readCheckpoints, signCheckpoint, writeCheckpoint } from './checkpoints.ts';
import type { AuditFolder } from './folder.ts';
import { TreeFiles } from './treeFiles.ts';

/** The log lacks events that were signed, or is the log of another engine. */
export class OtherLogError extends CannotStartError {
  override readonly name = 'OtherLogError';

  constructor(what: string, { checkpoints }: AuditFolder) {
    const advice = `If that is a backup, or moved, put the folder of ${checkpoints} away, to begin anew.`;
    super(`The log is not the one that was signed: ${what}. ${advice}`);
  }
}

/**
 * The tree of a folder with its checkpoints, for the one who writes them. It begins at the last checkpoint: whatever was
 * changed before that, nobody looks at again here, but whoever walks the log will find it (`verify.ts`).
 */
export class GrowingTree {
  readonly #folder: AuditFolder;
  readonly #engine: string;
  readonly #key: KeyObject;
  readonly #tree: TreeFiles;
  #position: bigint;
  #last: Checkpoint | null;
  /** Signing and adding, one after the other. */
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
   * Opens what was signed; what came after that, or is half written, is cut off.
   * @throws OtherLogError when what was signed in this folder is not in the log
   * @throws Error when the tree has lost what was signed
   */
  static async open(
    folder: AuditFolder,
    log: Pick<EventLog, 'engine' | 'head'>,
    key: KeyObject,
  ): Promise<GrowingTree> {
    await dropHalfLine(folder.checkpoints);
    const last = (await readCheckpoints(folder.checkpoints)).at(-1);
    if (last !== undefined) await expectLogOf(log, last, folder);
    const tree = await TreeFiles.open(folder.tree, last?.size ?? 0);
    return new GrowingTree(folder, log.engine, key, tree, last);
  }

  /** How many events are in the tree. */
  get size(): number {
    return this.#tree.size;
  }

  /** Of the last event in the tree. */
  get position(): bigint {
    return this.#position;
  }

  /** The newest checkpoint; null before the first. */
  get last(): Checkpoint | null {
    return this.#last;
  }

  /** Puts events into the tree, the next of the log. */
  add(events: readonly StoredEvent[]): Promise<void> {
    return this.#inTurn(async () => {
      await this.#tree.append(events.map(leafOf));
      this.#position = events.at(-1)?.position ?? this.#position;
    });
  }

  /** Signs what the tree has come to, if anything came since the last time. */
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

  /** Closes the files when what is under way is done. */
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
