import { arraysOf, loadRows, type Transaction, upsertRows } from '../storage/table.ts';
import { everyone, type MessagesTable, type ReadMarksTable, readMarks } from '../tables.ts';
import type { Digest, MarkKey, Reading, Setting } from './digest.ts';

/** Null if nothing was read. */
export interface MarkChange {
  readonly before: ReadMarksTable | null;
  readonly after: ReadMarksTable | null;
}

const unset = {
  ...{ muted_until: null, muted_at: null, is_marked: null, marked_at: null },
  ...{ accepted_at: null, deleted_up_to: null, deleted_at: null },
};
const noMark = { up_to: '0', position: '0', ...unset };

const keyOf = ({ reader_id, peer_id }: MarkKey) => `${reader_id} ${peer_id}`;

export class Marks {
  readonly #marks: ReadonlyMap<string, MarkChange>;

  constructor(
    loaded: readonly ReadMarksTable[],
    reads: readonly Reading[],
    settings: readonly Setting[] = [],
  ) {
    const marks = new Map<string, MarkChange>();
    for (const mark of loaded) marks.set(keyOf(mark), { before: mark, after: mark });
    for (const read of reads) {
      const { before = null, after = null } = marks.get(keyOf(read)) ?? {};
      if (BigInt(read.up_to) > BigInt(after?.up_to ?? 0))
        marks.set(keyOf(read), { before, after: { ...noMark, ...after, ...read } });
    }
    for (const setting of settings) {
      const { before = null, after = null } = marks.get(keyOf(setting)) ?? {};
      marks.set(keyOf(setting), { before, after: { ...noMark, ...after, ...setting } });
    }
    this.#marks = marks;
  }

  get moved(): { before: ReadMarksTable | null; after: ReadMarksTable }[] {
    return [...this.#marks.values()].flatMap(({ before, after }) =>
      after === null || after === before ? [] : [{ before, after }],
    );
  }

  isUnread(message: MessagesTable, when: keyof MarkChange): boolean {
    if (message.receiver_id === null) return false;
    const key = { reader_id: message.receiver_id, peer_id: message.sender_id };
    return BigInt(message.position) > BigInt(this.#marks.get(keyOf(key))?.[when]?.up_to ?? 0);
  }
}

export async function moveMarks(
  tx: Transaction,
  { sent, reads, settings }: Digest,
  removed: readonly MessagesTable[],
): Promise<Marks> {
  const wanted = new Map<string, MarkKey>([...reads, ...settings].map((key) => [keyOf(key), key]));
  for (const { sender_id, receiver_id } of [...sent, ...removed]) {
    const key = receiver_id === null ? null : { reader_id: receiver_id, peer_id: sender_id };
    if (key !== null) wanted.set(keyOf(key), key);
  }
  const loaded = await loadRows(tx, readMarks, [...wanted.values()]);
  const marks = new Marks(loaded, reads, settings);
  await upsertRows(
    tx,
    readMarks,
    marks.moved.map(({ after }) => after),
  );
  return marks;
}

export interface Passed extends MarkKey {
  readonly count: number;
}

/** Each message is passed at most once, so the cost is bounded by the number of messages. */
export async function countPassed(tx: Transaction, marks: Marks): Promise<Passed[]> {
  const spans = marks.moved
    .filter(({ before, after }) => after.peer_id !== everyone && after.up_to !== (before?.up_to ?? '0'))
    .map(({ before, after }) => ({ ...after, after: before?.up_to ?? '0' }));
  if (spans.length === 0) return [];
  const counted = await tx.query<Passed>(
    `select s.reader_id, s.peer_id, passed.count
     from unnest($1::integer[], $2::integer[], $3::bigint[], $4::bigint[]) s (reader_id, peer_id, after, up_to)
     cross join lateral (
       select count(*)::integer from messages m
       where m.low_id = least(s.reader_id, s.peer_id) and m.high_id = greatest(s.reader_id, s.peer_id)
         and m.position > s.after and m.position <= s.up_to and m.sender_id = s.peer_id
     ) passed
     where passed.count > 0`,
    arraysOf(spans, ['reader_id', 'peer_id', 'after', 'up_to']),
  );
  return counted.rows;
}
