import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';

/**
 * A Merkle tree by RFC 9162 §2.1: different first bytes distinguish leaves from nodes. This file checks proofs;
 * `notary/src/proofs.ts` makes them.
 */

export type Hash = Uint8Array;

export const hashBytes = 32;

export const leafHash = (content: Uint8Array): Hash => sha256(concatBytes(Uint8Array.of(0), content));

export const nodeHash = (left: Hash, right: Hash): Hash => sha256(concatBytes(Uint8Array.of(1), left, right));

export const emptyRoot: Hash = sha256(new Uint8Array());

export const hexOf = (hash: Hash): string => bytesToHex(hash);

export const hashFromHex = (hex: string): Hash => hexToBytes(hex);

export const isSameHash = (a: Hash, b: Hash): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);

const isOdd = (n: number): boolean => n % 2 === 1;
const half = (n: number): number => Math.floor(n / 2);

/**
 * The root implied by an inclusion proof, the sibling nodes from the bottom up (RFC 9162 §2.1.3.2).
 * @returns null if the proof is invalid for this index and size
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

export interface TreeHead {
  readonly size: number;
  readonly root: Hash;
}

/**
 * Whether a consistency proof shows that the larger tree starts with all leaves of the smaller one (RFC 9162 §2.1.4.2).
 * The empty tree needs no proof.
 */
export function isConsistent(smaller: TreeHead, larger: TreeHead, proof: readonly Hash[]): boolean {
  if (smaller.size > larger.size) return false;
  if (smaller.size === larger.size) return proof.length === 0 && isSameHash(smaller.root, larger.root);
  if (smaller.size === 0) return proof.length === 0 && isSameHash(smaller.root, emptyRoot);
  let [node, last] = [smaller.size - 1, larger.size - 1];
  while (isOdd(node)) [node, last] = [half(node), half(last)];
  // A complete smaller tree is a node of the larger one, so the proof does not repeat it.
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
