import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';

/**
 * A Merkle tree as in RFC 9162 §2.1: leaves and nodes are hashed with different first bytes, so that neither can be
 * taken for the other, and a tree of any size has one root. Here is what anybody needs to check a proof; who has the
 * leaves makes the proofs (`notary/src/proofs.ts`).
 */

/** A SHA-256, 32 bytes. */
export type Hash = Uint8Array;

/** Length of a hash in bytes. */
export const hashBytes = 32;

/** The hash of a leaf's content. */
export const leafHash = (content: Uint8Array): Hash => sha256(concatBytes(Uint8Array.of(0), content));

/** The hash of two nodes under one. */
export const nodeHash = (left: Hash, right: Hash): Hash => sha256(concatBytes(Uint8Array.of(1), left, right));

/** The root of the tree without leaves. */
export const emptyRoot: Hash = sha256(new Uint8Array());

/** A hash as checkpoints and proofs write it. */
export const hexOf = (hash: Hash): string => bytesToHex(hash);

/** The hash that was written in hex. */
export const hashFromHex = (hex: string): Hash => hexToBytes(hex);

/** Whether two hashes are the same. */
export const isSameHash = (a: Hash, b: Hash): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);

const isOdd = (n: number): boolean => n % 2 === 1;
const half = (n: number): number => Math.floor(n / 2);

/**
 * The root that a tree of this size has if the leaf is in it at the index (RFC 9162 §2.1.3.2), from the inclusion
 * proof: the nodes beside the way up, lowest first.
 * @returns null when the proof can't be one for this index and size
 */
export function rootOfInclusion(
  index: number,
  size: number,
  leaf: Hash,
  proof: readonly Hash[],
): Hash | null {
  if (index < 0 || index >= size) return null;
  let [node, last] = [index, size - 1];
  let root = leaf;
  for (const beside of proof) {
    if (last === 0) return null;
    if (isOdd(node) || node === last) {
      root = nodeHash(beside, root);
      while (!isOdd(node) && node !== 0) [node, last] = [half(node), half(last)];
    } else {
      root = nodeHash(root, beside);
    }
    [node, last] = [half(node), half(last)];
  }
  return last === 0 ? root : null;
}

/** A tree as others know it. */
export interface TreeHead {
  /** How many leaves it has. */
  readonly size: number;
  readonly root: Hash;
}

/**
 * Whether a consistency proof shows that the larger tree begins with all leaves of the smaller one, in their order
 * (RFC 9162 §2.1.4.2). The empty tree is the beginning of every tree, which needs no proof.
 */
export function isConsistent(smaller: TreeHead, larger: TreeHead, proof: readonly Hash[]): boolean {
  if (smaller.size > larger.size) return false;
  if (smaller.size === larger.size) return proof.length === 0 && isSameHash(smaller.root, larger.root);
  if (smaller.size === 0) return proof.length === 0 && isSameHash(smaller.root, emptyRoot);
  let [node, last] = [smaller.size - 1, larger.size - 1];
  while (isOdd(node)) [node, last] = [half(node), half(last)];
  // A smaller tree that is complete is a node of the larger one, and so not repeated in the proof.
  const [start, ...rest] = node === 0 ? [smaller.root, ...proof] : proof;
  if (start === undefined) return false;
  let [smallerRoot, largerRoot] = [start, start];
  for (const beside of rest) {
    if (last === 0) return false;
    if (isOdd(node) || node === last) {
      [smallerRoot, largerRoot] = [nodeHash(beside, smallerRoot), nodeHash(beside, largerRoot)];
      while (!isOdd(node) && node !== 0) [node, last] = [half(node), half(last)];
    } else {
      largerRoot = nodeHash(largerRoot, beside);
    }
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && isSameHash(smallerRoot, smaller.root) && isSameHash(largerRoot, larger.root);
}
