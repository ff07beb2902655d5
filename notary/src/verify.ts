import type { KeyObject } from 'node:crypto';
import { type Checkpoint, type Hash, hexOf, isSameHash, leafOf, nodeHash } from '@pmcw/contracts';
import type { EventLog, StoredEvent } from '@pmcw/event-store';
import { isSigned } from './checkpoints.ts';
import type { TreeFiles } from './treeFiles.ts';

export type Verdict =
  | { readonly kind: 'whole'; readonly events: number; readonly signed: number }
  | {
      readonly kind: 'forged-checkpoint' | 'truncated' | 'altered';
      readonly what: string;
      readonly position: bigint | null;
    };

export interface Evidence {
  readonly log: EventLog;
  readonly checkpoints: readonly Checkpoint[];
  readonly publicKey: KeyObject;
  /** As signed; identifies the changed event. */
  readonly tree: TreeFiles | null;
}

export type OnWalked = (events: number) => void;

const pageSize = 1_000;

/**
 * Walks the whole log and compares it with every checkpoint. Detects edited, deleted, inserted and moved events, a
 * cut-off tail, and a different history.
 */
export async function verifyLog(evidence: Evidence, onWalked: OnWalked): Promise<Verdict> {
  const forged = firstForged(evidence);
  if (forged !== null) return forged;
  const walk = new Walk(evidence);
  for (let after = 0n; ; ) {
    const { events, position, live } = await evidence.log.readAll(after, {}, pageSize);
    const found = await walk.take(events);
    if (found !== null) return found;
    onWalked(walk.size);
    if (live) return walk.end();
    after = position;
  }
}

function firstForged({ checkpoints, publicKey }: Evidence): Verdict | null {
  let size = 0;
  for (const checkpoint of checkpoints) {
    const what = !isSigned(checkpoint, publicKey)
      ? 'is not signed by the key'
      : 'is of a smaller log than the one before';
    if (!isSigned(checkpoint, publicKey) || checkpoint.size < size) {
      return {
        kind: 'forged-checkpoint',
        what: `The checkpoint of ${checkpoint.time} ${what}.`,
        position: null,
      };
    }
    size = checkpoint.size;
  }
  return null;
}

class GrowingRoot {
  readonly #subtrees: { readonly leaves: number; readonly root: Hash }[] = [];

  add(leaf: Hash): void {
    let added = { leaves: 1, root: leaf };
    for (let last = this.#subtrees.at(-1); last?.leaves === added.leaves; last = this.#subtrees.at(-1)) {
      this.#subtrees.pop();
      added = { leaves: added.leaves * 2, root: nodeHash(last.root, added.root) };
    }
    this.#subtrees.push(added);
  }

  get hex(): string {
    const roots = this.#subtrees.map(({ root }) => root);
    const [last, ...larger] = roots.reverse();
    return last === undefined ? '' : hexOf(larger.reduce((root, left) => nodeHash(left, root), last));
  }
}

class Walk {
  readonly #evidence: Evidence;
  readonly #root = new GrowingRoot();
  #next = 0;
  #size = 0;
  #position = 0n;
  /** Position of the first event with a different leaf. */
  #firstOther: bigint | null = null;

  constructor(evidence: Evidence) {
    this.#evidence = evidence;
  }

  get size(): number {
    return this.#size;
  }

  async take(events: readonly StoredEvent[]): Promise<Verdict | null> {
    const known = (await this.#evidence.tree?.leaves(this.#size, events.length)) ?? [];
    for (const [index, event] of events.entries()) {
      const leaf = leafOf(event);
      const kept = known[index];
      if (kept !== undefined && !isSameHash(kept, leaf)) this.#firstOther ??= event.position;
      this.#root.add(leaf);
      this.#size += 1;
      this.#position = event.position;
      const found = this.#atCheckpoint();
      if (found !== null) return found;
    }
    return null;
  }

  #atCheckpoint(): Verdict | null {
    const { checkpoints } = this.#evidence;
    for (let next = checkpoints[this.#next]; next?.size === this.#size; next = checkpoints[this.#next]) {
      if (next.root !== this.#root.hex) return this.#altered(next);
      this.#next += 1;
    }
    return null;
  }

  #altered({ size, time }: Checkpoint): Verdict {
    const before = this.#evidence.checkpoints[this.#next - 1]?.size ?? 0;
    const where =
      this.#firstOther === null
        ? `one of the events ${before + 1} to ${size} is not what was signed`
        : `the event at ${this.#firstOther} is the first that is not what was signed`;
    return { kind: 'altered', what: `At the checkpoint of ${time}: ${where}.`, position: this.#firstOther };
  }

  end(): Verdict {
    const { checkpoints } = this.#evidence;
    const missing = checkpoints[this.#next];
    if (missing === undefined) {
      const signed = checkpoints.at(-1)?.size ?? 0;
      return { kind: 'whole', events: this.#size, signed };
    }
    const lost = (checkpoints.at(-1)?.size ?? 0) - this.#size;
    const end = `The log ends at ${this.#position}, ${lost} events before what was signed at ${missing.time} and later`;
    // Events after the last reached checkpoint may have been changed as well, for example by a deletion.
    const other = this.#firstOther;
    const what =
      other === null ? `${end}.` : `${end}; the event at ${other} is the first that is not what was signed.`;
    return { kind: 'truncated', what, position: other ?? this.#position };
  }
}
