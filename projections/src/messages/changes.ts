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

const nothing = { message_id: null, reader_id: null, peer_id: null, up_to: null, member_id: null };

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

function changesOfMark(mark: ReadMarksTable): ChangesTable[] {
  const peer_id = mark.peer_id === everyone ? null : mark.peer_id;
  return audienceOfRead(mark.reader_id, peer_id).map((audience_id) => ({
    ...nothing,
    audience_id,
    position: mark.position,
    kind: 'read',
    reader_id: mark.reader_id,
    peer_id,
    up_to: mark.up_to,
  }));
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
  const pointless = [
    ...removed.flatMap((message) => changesOfMessage('message', message)),
    ...marks.moved.flatMap(({ before }) => (before === null ? [] : changesOfMark(before))),
  ];
  await deleteRows(tx, changes, pointless);
  await insertRows(tx, changes, [
    ...digest.kept.flatMap((message) => changesOfMessage('message', message)),
    ...digest.deletions.flatMap((deletion) => changesOfMessage('deleted', deletion)),
    ...marks.moved.flatMap(({ after }) => changesOfMark(after)),
  ]);
}
