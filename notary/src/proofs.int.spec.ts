import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { emptyRoot, type Hash, isConsistent, leafHash, rootOfInclusion } from '@pmcw/contracts';
import { scaled } from '@pmcw/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consistencyProof, inclusionProof, rootOf } from './proofs.ts';
import { TreeFiles } from './treeFiles.ts';

let root: string;
let made = 0;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'pmcw-tree-'));
});
afterAll(() => rm(root, { recursive: true }));

function newFolder(): string {
  made += 1;
  return path.join(root, String(made));
}
const leavesOf = (size: number): Hash[] =>
  Array.from({ length: size }, (_, n) => leafHash(Buffer.from(String(n))));

describe('a tree in files', () => {
  it('proves for a root that it includes a leaf, and that it starts with a smaller tree', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 6 }), async (runs) => {
        const size = runs.reduce((sum, run) => sum + run, 0);
        const leaves = leavesOf(size);
        const tree = await TreeFiles.open(newFolder(), 0);
        for (let [at, n] = [0, 0]; n < runs.length; n += 1) {
          const run = runs[n] ?? 0;
          await tree.append(leaves.slice(at, at + run));
          at += run;
        }
        expect(tree.size).toBe(size);
        const whole = await tree.root();
        for (const [index, leaf] of leaves.entries()) {
          const proof = await inclusionProof(tree.nodeAt, index, size);
          expect(rootOfInclusion(index, size, leaf, proof)).toEqual(whole);
        }
        for (let smaller = 0; smaller <= size; smaller += 1) {
          const first = { size: smaller, root: await rootOf(tree.nodeAt, smaller) };
          const proof = await consistencyProof(tree.nodeAt, smaller, size);
          expect(isConsistent(first, { size, root: whole }, proof)).toBe(true);
        }
        await tree.close();
      }),
      { numRuns: scaled(10) },
    );
  });

  it('has proofs for its own leaves only', async () => {
    const tree = await TreeFiles.open(newFolder(), 0);
    expect(await tree.root()).toEqual(emptyRoot);
    await tree.append(leavesOf(5));
    await expect(inclusionProof(tree.nodeAt, 5, 5)).rejects.toThrow(RangeError);
    await expect(inclusionProof(tree.nodeAt, -1, 5)).rejects.toThrow(RangeError);
    await expect(consistencyProof(tree.nodeAt, 6, 5)).rejects.toThrow(RangeError);
    await expect(tree.nodeAt(0, 5)).rejects.toThrow('no node 5');
    await tree.close();
  });

  it('is reopened with the requested size, and refused when it has less', async () => {
    const folder = newFolder();
    const tree = await TreeFiles.open(folder, 0);
    await tree.append(leavesOf(100));
    const expected = await rootOf(tree.nodeAt, 77);
    await tree.close();
    const again = await TreeFiles.open(folder, 77);
    expect(await again.root()).toEqual(expected);
    await again.append(leavesOf(100).slice(77));
    expect(await again.root()).toEqual(await rootOf(again.nodeAt, 100));
    expect((await again.leaves(98, 10)).length).toBe(2);
    await again.close();
    await expect(TreeFiles.open(folder, 101)).rejects.toThrow('lost nodes');
  });

  it('accepts many leaves at once without holding them all as nodes', async () => {
    const tree = await TreeFiles.open(newFolder(), 0);
    const leaves = leavesOf(10_000);
    await tree.append(leaves);
    const root = await tree.root();
    const proof = await inclusionProof(tree.nodeAt, 9_999, 10_000);
    expect(rootOfInclusion(9_999, 10_000, leaves[9_999] ?? emptyRoot, proof)).toEqual(root);
    await tree.close();
  });
});
