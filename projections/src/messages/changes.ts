import { type Audience, audienceOfMessage, audienceOfRead } from '@pmcw/contracts/audience';
import { deleteRows, insertRows, type Transaction } from '../storage/table.ts';
import {
  type ChangesTable,
  type ContactsTable,
  changes,
  everyone,
  type MessagesTable,
  type ReadMarksTable,
} from '../tables.ts';
import type { Deletion, Digest } from './digest.ts';
import type { Marks } from './readMarks.ts';

const nothing = {
  ...{ message_id: null, reader_id: null, peer_id: null, up_to: null, member_id: null },
  ...{ muted_until: null, is_marked: null },
};

const rowsFor = (audience: Audience): readonly number[] => audience ?? [everyone];

function changesOfMessage(kind: 'message' | 'deleted', message: Deletion | MessagesTable): ChangesTable[] {
  const audience = audienceOfMessage({ senderId: message.sender_id, receiverId: message.receiver_id });
  return rowsFor(audience).map((audience_id) => ({
    ...nothing,
    audience_id,
    position: message.position,
    kind,
    // Messages are found by position.
    message_id: kind === 'deleted' ? message.message_id : null,
  }));
}

/** Both that it is there, and that it is there again. */
export function changesOfRestored(message: MessagesTable, position: string): ChangesTable[] {
  const again = { kind: 'restored', position, up_to: message.position } as const;
  return changesOfMessage('message', message).flatMap((change) => [change, { ...change, ...again }]);
}

const peerOf = ({ peer_id }: ReadMarksTable): number | null => (peer_id === everyone ? null : peer_id);

function changesOfRead(mark: ReadMarksTable): ChangesTable[] {
  const { reader_id, up_to, position } = mark;
  const peer_id = peerOf(mark);
  const read = { ...nothing, position, kind: 'read' as const, reader_id, peer_id, up_to };
  return audienceOfRead(reader_id, peer_id).map((audience_id) => ({ ...read, audience_id }));
}

type Detail = Partial<ChangesTable> & Pick<ChangesTable, 'kind'>;

/** Of a setting that has changed at a position. */
function setting(mark: ReadMarksTable, position: string | null, detail: Detail): ChangesTable[] {
  const { reader_id } = mark;
  if (position === null) return [];
  return [{ ...nothing, audience_id: reader_id, position, reader_id, peer_id: peerOf(mark), ...detail }];
}

const absent = { position: '0', muted_at: null, marked_at: null, accepted_at: null, deleted_at: null };
const parts: readonly (readonly [keyof typeof absent, (mark: ReadMarksTable) => ChangesTable[]])[] = [
  ['position', changesOfRead],
  ['muted_at', (mark) => setting(mark, mark.muted_at, { kind: 'muted', muted_until: mark.muted_until })],
  ['marked_at', (mark) => setting(mark, mark.marked_at, { kind: 'marked', is_marked: mark.is_marked })],
  ['accepted_at', (mark) => setting(mark, mark.accepted_at, { kind: 'accepted' })],
  [
    'deleted_at',
    (mark) => setting(mark, mark.deleted_at, { kind: 'request_deleted', up_to: mark.deleted_up_to }),
  ],
];

/** The changes of the events that a run brought, and those that they make obsolete. */
function changesOfMarks({ moved }: Marks) {
  const changed = parts.flatMap(([at, changesOf]) =>
    moved
      .filter(({ before, after }) => after[at] !== (before?.[at] ?? absent[at]))
      .map(({ before, after }) => ({ before, after, changesOf })),
  );
  return {
    obsolete: changed.flatMap(({ before, changesOf }) => (before === null ? [] : changesOf(before))),
    added: changed.flatMap(({ after, changesOf }) => changesOf(after)),
  };
}

export const changeOfContact = ({
  member_id,
  peer_id,
  is_blocked,
  position,
}: ContactsTable): ChangesTable => ({
  ...nothing,
  audience_id: member_id,
  position,
  kind: is_blocked ? 'blocked' : 'unblocked',
  member_id: peer_id,
});

/** One row for all messages and conversations of the member. */
export function changeOfErasure(member_id: number, position: string): ChangesTable {
  return { ...nothing, audience_id: everyone, position, kind: 'member_deleted', member_id };
}

export async function writeChanges(
  tx: Transaction,
  digest: Digest,
  removed: readonly MessagesTable[],
  marks: Marks,
): Promise<void> {
  const { obsolete, added } = changesOfMarks(marks);
  const ofRemoved = removed.flatMap((message) => changesOfMessage('message', message));
  await deleteRows(tx, changes, [...ofRemoved, ...obsolete]);
  await insertRows(tx, changes, [
    ...digest.kept.flatMap((message) => changesOfMessage('message', message)),
    ...digest.deletions.flatMap((deletion) => changesOfMessage('deleted', deletion)),
    ...added,
  ]);
}
