import type { KeyObject } from 'node:crypto';
import { type Checkpoint, type Hash, isSameHash, leafOf } from '@pmcw/contracts';
import type { StoredEvent } from '@pmcw/event-store';
import { findCheckpoint, lastCheckpoint } from './findCheckpoint.ts';
import { type AuditFolder, publicKeyOf } from './folder.ts';
import { consistencyProof, inclusionProof } from './proofs.ts';
import { TreeFiles } from './treeFiles.ts';

/** Leaves that are looked through in one piece. */
const pieceLeaves = 4_096;

/** Where an event is in the tree of the newest checkpoint. */
export interface Included {
  readonly index: number;
  readonly leaf: Hash;
  readonly path: readonly Hash[];
  readonly checkpoint: Checkpoint;
}

/**
 * What a notary has signed, for whoever shows proofs of it, in the same process or in another one on the same folder. Only
 * what a checkpoint is over is read: that never changes.
 */
export class SignedTree {
  readonly #folder: AuditFolder;
  #tree: TreeFiles | null = null;
  /** Opening, one after the other. */
  #opening: Promise<unknown> = Promise.resolve();

  constructor(folder: AuditFolder) {
    this.#folder = folder;
  }

  /** The newest checkpoint; null before the first. */
  latest(): Promise<Checkpoint | null> {
    return lastCheckpoint(this.#folder.checkpoints);
  }

  /** The checkpoint over so many events; null when none was signed at that size. */
  async ofSize(size: number): Promise<Checkpoint | null> {
    const found = await findCheckpoint(this.#folder.checkpoints, (checkpoint) => checkpoint.size >= size);
    return found?.checkpoint.size === size ? found.checkpoint : null;
  }

  /** The key that checks signatures. @throws Error before the notary has made it */
  publicKey(): Promise<KeyObject> {
    return publicKeyOf(this.#folder);
  }

  /**
   * Proves that an event is among those of the newest checkpoint.
   * @returns `waiting` when it came after the newest checkpoint; the checkpoint that should be over it and is over
   *   another event in its place
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
    // Where positions have no gaps, counted back from the checkpoint's own.
    const guess = size - 1 - Number(BigInt(position) - event.position);
    const index = await indexOf(tree, leaf, { from, size, guess });
    if (index === null) return { missingIn: found.checkpoint };
    const path = await inclusionProof(tree.nodeAt, index, checkpoint.size);
    return { index, leaf, path, checkpoint };
  }

  /**
   * Proves that the tree over `to` events begins with the one over `from`.
   * @returns null when so many were not signed yet, or it would be the other way round
   */
  async consistencyOf(from: number, to: number): Promise<readonly Hash[] | null> {
    const size = (await this.latest())?.size ?? 0;
    if (from > to || to > size) return null;
    return consistencyProof((await this.#treeOf(size)).nodeAt, from, to);
  }

  /** Resolves when the files are closed. */
  async close(): Promise<void> {
    await this.#opening.catch(() => undefined);
    await this.#tree?.close();
    this.#tree = null;
  }

  /** The tree with so many leaves at least. */
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

/** The place of a leaf between two sizes, the likeliest first; null when it is at none. */
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
