import type { KeyObject } from 'node:crypto';
import { type Checkpoint, type Hash, isSameHash, leafOf } from '@pmcw/contracts';
import type { StoredEvent } from '@pmcw/event-store';
import { findCheckpoint, lastCheckpoint } from './findCheckpoint.ts';
import { type AuditFolder, publicKeyOf } from './folder.ts';
import { consistencyProof, inclusionProof } from './proofs.ts';
import { TreeFiles } from './treeFiles.ts';

const pieceLeaves = 4_096;

export interface Included {
  readonly index: number;
  readonly leaf: Hash;
  readonly path: readonly Hash[];
  readonly checkpoint: Checkpoint;
}

/** Reads a notary's folder, in any process: only what a checkpoint includes, which never changes. */
export class SignedTree {
  readonly #folder: AuditFolder;
  #tree: TreeFiles | null = null;
  #opening: Promise<unknown> = Promise.resolve();

  constructor(folder: AuditFolder) {
    this.#folder = folder;
  }

  latest(): Promise<Checkpoint | null> {
    return lastCheckpoint(this.#folder.checkpoints);
  }

  async ofSize(size: number): Promise<Checkpoint | null> {
    const found = await findCheckpoint(this.#folder.checkpoints, (checkpoint) => checkpoint.size >= size);
    return found?.checkpoint.size === size ? found.checkpoint : null;
  }

  /** @throws Error before the notary has made it */
  publicKey(): Promise<KeyObject> {
    return publicKeyOf(this.#folder);
  }

  /**
   * @returns `waiting` for an event after the newest checkpoint; `missingIn` the checkpoint that should include it but
   * has a different event
   */
  async inclusionOf(event: StoredEvent): Promise<Included | { readonly missingIn: Checkpoint } | 'waiting'> {
    const isOver = ({ position }: Checkpoint) => BigInt(position) >= event.position;
    const found = await findCheckpoint(this.#folder.checkpoints, isOver);
    const checkpoint = await this.latest();
    if (found === null || checkpoint === null) return 'waiting';
    const tree = await this.#treeOf(checkpoint.size);
    const leaf = leafOf(event);
    const { size, position } = found.checkpoint;
    const from = found.before?.size ?? 0;
    // Correct if positions have no gaps, counting back from the checkpoint.
    const guess = size - 1 - Number(BigInt(position) - event.position);
    const index = await indexOf(tree, leaf, { from, size, guess });
    if (index === null) return { missingIn: found.checkpoint };
    const path = await inclusionProof(tree.nodeAt, index, checkpoint.size);
    return { index, leaf, path, checkpoint };
  }

  /** @returns null if `to` is not signed yet, or smaller than `from` */
  async consistencyOf(from: number, to: number): Promise<readonly Hash[] | null> {
    const size = (await this.latest())?.size ?? 0;
    if (from > to || to > size) return null;
    return consistencyProof((await this.#treeOf(size)).nodeAt, from, to);
  }

  async close(): Promise<void> {
    await this.#opening.catch(() => undefined);
    await this.#tree?.close();
    this.#tree = null;
  }

  #treeOf(size: number): Promise<TreeFiles> {
    const opened = this.#opening
      .catch(() => undefined)
      .then(async () => {
        if (this.#tree === null) this.#tree = await TreeFiles.openToRead(this.#folder.tree, size);
        else if (this.#tree.size < size) await this.#tree.readOn(size);
        return this.#tree;
      });
    this.#opening = opened;
    return opened;
  }
}

async function indexOf(
  tree: TreeFiles,
  leaf: Hash,
  { from, size, guess }: { readonly from: number; readonly size: number; readonly guess: number },
): Promise<number | null> {
  if (guess >= from && isSameHash(await tree.nodeAt(0, guess), leaf)) return guess;
  for (let at = from; at < size; at += pieceLeaves) {
    const leaves = await tree.leaves(at, Math.min(pieceLeaves, size - at));
    const offset = leaves.findIndex((other) => isSameHash(other, leaf));
    if (offset >= 0) return at + offset;
  }
  return null;
}
