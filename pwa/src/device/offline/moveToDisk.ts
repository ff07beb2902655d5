import { chooseContact } from './blocks.ts';
import { refreshConversation } from './conversations.ts';
import type { Draft, MemberDatabase, OutboxRow, StoredMessage } from './database.ts';
import { pendingOrder } from './keys.ts';

/**
 * Moves what exists only in memory into the stored database, in one transaction: unsent messages in order under their
 * ids, drafts and recordings. It may be repeated. Everything else is fetched again.
 */
export async function moveToDisk(memory: MemberDatabase, disk: MemberDatabase): Promise<void> {
  const outbox = await memory.outbox.orderBy('seq').toArray();
  const pending = await memory.messages.bulkGet(outbox.map(({ id }) => id));
  const [members, drafts, asides, bases, recordings, blocks] = await Promise.all([
    memory.members.toArray(),
    memory.drafts.toArray(),
    memory.draftAsides.toArray(),
    memory.draftBases.toArray(),
    memory.recordings.toArray(),
    memory.blocks.where('untold').equals(1).toArray(),
  ]);
  await disk.transaction('rw', disk.tables, async () => {
    // Names of recipients; those on disk may be older, and are refreshed by the list.
    await disk.members.bulkPut(members);
    for (const [i, row] of outbox.entries()) await moveMessage(disk, row, pending[i]);
    for (const draft of drafts) await moveDraft(disk, draft);
    for (const { conversation, texts } of asides) await addAsides(disk, conversation, texts);
    for (const base of bases) {
      const known = await disk.draftBases.get(base.conversation);
      if (known === undefined || known.revision < base.revision) await disk.draftBases.put(base);
    }
    await disk.recordings.bulkPut(recordings);
    for (const { memberId, wanted, since } of blocks) {
      const member = members.find(({ id }) => id === memberId);
      if (member !== undefined && wanted !== null) await chooseContact(disk, member, wanted, since);
    }
  });
  // So that a repetition moves only what was written in the meantime.
  await memory.transaction('rw', [memory.outbox, memory.drafts, memory.draftAsides, memory.recordings], () =>
    Promise.all([
      memory.outbox.bulkDelete(outbox.map(({ seq }) => seq)),
      memory.drafts.bulkDelete(drafts.map(({ conversation }) => conversation)),
      memory.draftAsides.bulkDelete(asides.map(({ conversation }) => conversation)),
      memory.recordings.bulkDelete(recordings.map(({ id }) => id)),
    ]),
  );
}

async function moveMessage(
  disk: MemberDatabase,
  { seq: _seq, ...row }: OutboxRow,
  message: StoredMessage | undefined,
): Promise<void> {
  const isKnown =
    (await disk.outbox.where('id').equals(row.id).count()) > 0 ||
    (await disk.messages.get(row.id)) !== undefined ||
    (await disk.deletions.get(row.id)) !== undefined;
  if (isKnown) return;
  // An attempt under way has no clear answer.
  const isTried = row.delivery.state === 'sending';
  const delivery = row.delivery.state === 'failed' ? row.delivery : ({ state: 'queued' } as const);
  const seq = await disk.outbox.add({ ...row, delivery, attempts: row.attempts + (isTried ? 1 : 0) });
  if (row.task === 'withdraw') await disk.deletions.put({ id: row.id, isWithdrawn: true });
  if (message === undefined) return;
  await disk.messages.put({ ...message, order: pendingOrder(seq) });
  await refreshConversation(disk, row.lane);
}

/** A different text of an earlier visit is offered beside the later one. */
async function moveDraft(disk: MemberDatabase, draft: Draft): Promise<void> {
  const earlier = await disk.drafts.get(draft.conversation);
  await disk.drafts.put(draft);
  if (earlier === undefined || earlier.id === draft.id || earlier.text === draft.text) return;
  await addAsides(disk, draft.conversation, [earlier.text]);
}

async function addAsides(
  disk: MemberDatabase,
  conversation: Draft['conversation'],
  texts: readonly string[],
): Promise<void> {
  const known = (await disk.draftAsides.get(conversation))?.texts ?? [];
  await disk.draftAsides.put({ conversation, texts: [...new Set([...known, ...texts])] });
}
