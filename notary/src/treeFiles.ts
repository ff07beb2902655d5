import { constants } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { type Hash, hashBytes, nodeHash } from '@pmcw/contracts';
import { type NodeAt, rootOf } from './proofs.ts';

const pieceLeaves = 4_096;

type Use = 'grow' | 'read';

export class LostNodesError extends Error {
  override readonly name = 'LostNodesError';
}

/**
 * A Merkle tree in a folder: one file per level with the hashes of its complete subtrees. Append-only, and every node
 * takes one read.
 */
export class TreeFiles {
  readonly #folder: string;
  readonly #use: Use;
  readonly #levels: FileHandle[] = [];
  #size = 0;

  private constructor(folder: string, use: Use) {
    this.#folder = folder;
    this.#use = use;
  }

  /**
   * Opens the first `size` leaves; later ones are cut off, because they may be half written.
   * @throws LostNodesError if it has fewer leaves
   */
  static async open(folder: string, size: number): Promise<TreeFiles> {
    await mkdir(folder, { recursive: true });
    return new TreeFiles(folder, 'grow').#opened(size);
  }

  /** For a tree that another process may grow. @throws LostNodesError if it has fewer leaves */
  static openToRead(folder: string, size: number): Promise<TreeFiles> {
    return new TreeFiles(folder, 'read').#opened(size);
  }

  /** @throws LostNodesError if it has fewer leaves */
  async readOn(size: number): Promise<void> {
    for (let [level, count] = [0, size]; count > 0; level += 1, count = Math.floor(count / 2)) {
      await this.#openLevel(level, count);
    }
    this.#size = size;
  }

  async #opened(size: number): Promise<this> {
    try {
      await this.readOn(size);
      return this;
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  get size(): number {
    return this.#size;
  }

  /** @throws Error when there is no such node */
  readonly nodeAt: NodeAt = async (level, index) => {
    const [hash] = await this.#read(level, index, 1);
    if (hash === undefined) throw new Error(`The tree has no node ${index} at level ${level}`);
    return hash;
  };

  leaves(from: number, count: number): Promise<readonly Hash[]> {
    return this.#read(0, from, Math.max(0, Math.min(count, this.#size - from)));
  }

  root(): Promise<Hash> {
    return rootOf(this.nodeAt, this.#size);
  }

  async append(leaves: readonly Hash[]): Promise<void> {
    for (let at = 0; at < leaves.length; at += pieceLeaves) {
      const piece = leaves.slice(at, at + pieceLeaves);
      await this.#add(0, this.#size, piece);
      this.#size += piece.length;
    }
  }

  async sync(): Promise<void> {
    await Promise.all(this.#levels.map((level) => level.datasync()));
  }

  async close(): Promise<void> {
    await Promise.all(this.#levels.splice(0).map((level) => level.close()));
  }

  async #add(level: number, count: number, nodes: readonly Hash[]): Promise<void> {
    if (nodes.length === 0) return;
    const file = this.#levels[level] ?? (await this.#openLevel(level, 0));
    await file.write(Buffer.concat(nodes), 0, undefined, count * hashBytes);
    // The left sibling may be there already.
    const row = count % 2 === 1 ? [await this.nodeAt(level, count - 1), ...nodes] : nodes;
    await this.#add(level + 1, Math.floor(count / 2), pairs(row));
  }

  async #openLevel(level: number, count: number): Promise<FileHandle> {
    const name = path.join(this.#folder, `level-${String(level).padStart(2, '0')}`);
    const flags = this.#use === 'read' ? 'r' : constants.O_RDWR | constants.O_CREAT;
    const file = this.#levels[level] ?? (await open(name, flags));
    this.#levels[level] = file;
    const { size } = await file.stat();
    if (size < count * hashBytes) throw new LostNodesError(`Level ${level} of the tree has lost nodes`);
    if (this.#use === 'grow') await file.truncate(count * hashBytes);
    return file;
  }

  async #read(level: number, index: number, count: number): Promise<Hash[]> {
    const file = this.#levels[level];
    if (file === undefined || count === 0) return [];
    const bytes = new Uint8Array(count * hashBytes);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, index * hashBytes);
    return Array.from({ length: Math.floor(bytesRead / hashBytes) }, (_, n) =>
      bytes.slice(n * hashBytes, (n + 1) * hashBytes),
    );
  }
}

function pairs(row: readonly Hash[]): Hash[] {
  const parents: Hash[] = [];
  for (let n = 0; n + 1 < row.length; n += 2) {
    const [left, right] = [row[n], row[n + 1]];
    if (left !== undefined && right !== undefined) parents.push(nodeHash(left, right));
  }
  return parents;
}
