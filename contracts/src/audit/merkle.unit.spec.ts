import { sha256 } from '@noble/hashes/sha2.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leafOf } from './leaf.ts';
import {
  emptyRoot,
  type Hash,
  hashFromHex,
  hexOf,
  isConsistent,
  leafHash,
  nodeHash,
  rootOfInclusion,
} from './merkle.ts';

/** A direct, slow implementation of RFC 9162 §2.1. */
function rootOf(leaves: readonly Hash[]): Hash {
  const [only] = leaves;
  if (only === undefined) return emptyRoot;
  if (leaves.length === 1) return only;
  const k = 2 ** Math.ceil(Math.log2(leaves.length) - 1);
  return nodeHash(rootOf(leaves.slice(0, k)), rootOf(leaves.slice(k)));
}

function pathOf(index: number, leaves: readonly Hash[]): Hash[] {
  if (leaves.length <= 1) return [];
  const k = 2 ** Math.ceil(Math.log2(leaves.length) - 1);
  return index < k
    ? [...pathOf(index, leaves.slice(0, k)), rootOf(leaves.slice(k))]
    : [...pathOf(index - k, leaves.slice(k)), rootOf(leaves.slice(0, k))];
}

function subproof(m: number, leaves: readonly Hash[], isWhole: boolean): Hash[] {
  if (m === leaves.length) return isWhole ? [] : [rootOf(leaves)];
  const k = 2 ** Math.ceil(Math.log2(leaves.length) - 1);
  return m <= k
    ? [...subproof(m, leaves.slice(0, k), isWhole), rootOf(leaves.slice(k))]
    : [...subproof(m - k, leaves.slice(k), false), rootOf(leaves.slice(0, k))];
}

const leavesOf = (size: number) => Array.from({ length: size }, (_, n) => leafHash(Uint8Array.of(n, n >> 8)));
const sizes = fc.integer({ min: 1, max: 70 });
const headOf = (leaves: readonly Hash[]) => ({ size: leaves.length, root: rootOf(leaves) });
const flipped = (hash: Hash): Hash => hash.map((byte, n) => (n === 0 ? byte ^ 1 : byte));

describe('a Merkle tree', () => {
  it('hashes like certificate logs', () => {
    // From the tests of Certificate Transparency: the leaves "", 00, 10, 2021, 3031, 40414243, …
    const inputs = [
      '',
      '00',
      '10',
      '2021',
      '3031',
      '40414243',
      '5051525354555657',
      '606162636465666768696a6b6c6d6e6f',
    ];
    const roots = inputs.map((_, n) =>
      hexOf(rootOf(inputs.slice(0, n + 1).map((hex) => leafHash(hashFromHex(hex))))),
    );
    expect([roots[0], roots[1], roots[2], roots[7]]).toEqual([
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
      'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
      '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
    ]);
    expect(emptyRoot).toEqual(sha256(new Uint8Array()));
  });

  it('proves each leaf at its index only', () => {
    const place = sizes.chain((size) => fc.tuple(fc.constant(size), fc.nat(size - 1)));
    fc.assert(
      fc.property(place, ([size, index]) => {
        const leaves = leavesOf(size);
        const leaf = leaves[index] ?? emptyRoot;
        const proof = pathOf(index, leaves);
        const root = rootOf(leaves);
        expect(rootOfInclusion(index, size, leaf, proof)).toEqual(root);
        expect(rootOfInclusion(index, size, flipped(leaf), proof)).not.toEqual(root);
        for (const other of leaves.keys()) {
          if (other !== index) expect(rootOfInclusion(other, size, leaf, proof)).not.toEqual(root);
        }
        expect(rootOfInclusion(index, size, leaf, [...proof, leaf])).toBeNull();
        if (proof.length > 0) expect(rootOfInclusion(index, size, leaf, proof.slice(1))).not.toEqual(root);
      }),
    );
    expect(rootOfInclusion(1, 1, emptyRoot, [])).toBeNull();
    expect(rootOfInclusion(-1, 1, emptyRoot, [])).toBeNull();
  });

  it('proves that it starts with a smaller one only', () => {
    const pair = sizes.chain((size) => fc.tuple(fc.constant(size), fc.integer({ min: 1, max: size })));
    fc.assert(
      fc.property(pair, fc.nat(), ([size, smaller], pick) => {
        const leaves = leavesOf(size);
        const [first, second] = [headOf(leaves.slice(0, smaller)), headOf(leaves)];
        const proof = subproof(smaller, leaves, true);
        expect(isConsistent(first, second, proof)).toBe(true);
        expect(isConsistent({ ...first, root: flipped(first.root) }, second, proof)).toBe(false);
        expect(isConsistent(first, { ...second, root: flipped(second.root) }, proof)).toBe(false);
        expect(isConsistent(first, second, [...proof, emptyRoot])).toBe(false);
        const broken = proof.map((hash, n) =>
          n === pick % Math.max(1, proof.length) ? flipped(hash) : hash,
        );
        if (proof.length > 0) expect(isConsistent(first, second, broken)).toBe(false);
        if (smaller < size) expect(isConsistent(second, first, proof)).toBe(false);
      }),
    );
    const whole = headOf(leavesOf(5));
    expect(isConsistent({ size: 0, root: emptyRoot }, whole, [])).toBe(true);
    expect(isConsistent({ size: 0, root: flipped(emptyRoot) }, whole, [])).toBe(false);
  });
});

describe('the leaf of an event', () => {
  const event = {
    eventId: '1',
    stream: 'user-1',
    revision: 0,
    type: 'UserVerified',
    data: { userId: 1, cause: { b: [1, 'x', null], a: true } },
    metadata: { actorId: 1 },
  };

  it('does not depend on the order of stored fields', () => {
    const data = { cause: { a: true, b: [1, 'x', null] }, userId: 1 };
    expect(leafOf({ ...event, data })).toEqual(leafOf(event));
  });

  it.each([
    ['its id', { eventId: '2' }],
    ['its stream', { stream: 'user-2' }],
    ['its revision', { revision: 1 }],
    ['its type', { type: 'UserUnverified' }],
    ['its data', { data: { ...event.data, userId: 2 } }],
    ['the order in a list', { data: { ...event.data, cause: { a: true, b: ['x', 1, null] } } }],
    ['the actor', { metadata: { actorId: 2 } }],
  ])('changes with %s', (_what, change) => {
    expect(leafOf({ ...event, ...change })).not.toEqual(leafOf(event));
  });
});
