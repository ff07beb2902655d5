import { emptyRoot, type Hash, nodeHash } from '@pmcw/contracts';

/** The hash of a complete subtree with 2^level leaves, by index from the left. */
export type NodeAt = (level: number, index: number) => Promise<Hash>;

/** The largest power of two below `leaves` (RFC 9162 §2.1.1). */
function leftOf(leaves: number): number {
  let size = 1;
  while (size * 2 < leaves) size *= 2;
  return size;
}

/** The root over leaves `start` to `end` (exclusive), which must start a subtree. */
async function rootOver(nodeAt: NodeAt, start: number, end: number): Promise<Hash> {
  const leaves = end - start;
  const level = Math.log2(leaves);
  if (Number.isInteger(level)) return nodeAt(level, start / leaves);
  const middle = start + leftOf(leaves);
  return nodeHash(await rootOver(nodeAt, start, middle), await rootOver(nodeAt, middle, end));
}

export const rootOf = async (nodeAt: NodeAt, size: number): Promise<Hash> =>
  size === 0 ? emptyRoot : rootOver(nodeAt, 0, size);

/** From a leaf to the root (RFC 9162 §2.1.3.1). @throws RangeError if the tree has no such leaf */
export async function inclusionProof(nodeAt: NodeAt, index: number, size: number): Promise<readonly Hash[]> {
  if (!(index >= 0 && index < size)) throw new RangeError(`There is no leaf ${index} among ${size}`);
  const proof: Hash[] = [];
  for (let [start, end] = [0, size]; end - start > 1; ) {
    const middle = start + leftOf(end - start);
    if (index < middle) {
      proof.unshift(await rootOver(nodeAt, middle, end));
      end = middle;
    } else {
      proof.unshift(await rootOver(nodeAt, start, middle));
      start = middle;
    }
  }
  return proof;
}

/**
 * Proves that a tree starts with all leaves of a smaller one (RFC 9162 §2.1.4.1).
 * @throws RangeError if `smaller` is larger
 */
export async function consistencyProof(
  nodeAt: NodeAt,
  smaller: number,
  size: number,
): Promise<readonly Hash[]> {
  if (!(smaller >= 0 && smaller <= size)) throw new RangeError(`${smaller} leaves are not among ${size}`);
  if (smaller === 0 || smaller === size) return [];
  const proof: Hash[] = [];
  let [start, end] = [0, size];
  // Down to the subtree that ends where the smaller tree ends.
  while (end > smaller) {
    const middle = start + leftOf(end - start);
    if (smaller <= middle) {
      proof.unshift(await rootOver(nodeAt, middle, end));
      end = middle;
    } else {
      proof.unshift(await rootOver(nodeAt, start, middle));
      start = middle;
    }
  }
  return start === 0 ? proof : [await rootOver(nodeAt, start, end), ...proof];
}
