import { type HistoryEntry, hexOf, type Inclusion, type StoredRecord } from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import type { SignedTree } from '@pmcw/notary';

/** An event as the log stores it. */
type StoredEvent = Parameters<SignedTree['inclusionOf']>[0];

/** What proofs are made of. */
export interface Proofs {
  readonly tree: SignedTree;
  /** The log as it is stored, with what is personal sealed. */
  readonly stored: { readStream(stream: string, fromRevision: number): AsyncIterable<StoredEvent> };
}

/** Whether an event is a member's own: they did it, or it is of what is kept for them alone. */
export const isOwn = ({ actor, stream }: HistoryEntry, userId: number): boolean =>
  actor?.id === userId || stream === streams.user(userId) || stream === streams.inbox(userId);

/**
 * Proves that an event of the history is in the log that was signed.
 * @param mayNameActor whether who asks may see who did it, which is in the record
 */
export async function inclusionOf(
  { tree, stored }: Proofs,
  { eventId, stream, revision }: HistoryEntry,
  mayNameActor: boolean,
): Promise<Inclusion> {
  const event = await eventAt(stored, stream, revision);
  if (event?.eventId !== eventId) {
    const checkpoint = await tree.latest();
    return checkpoint === null ? { state: 'waiting' } : { state: 'missing', checkpoint };
  }
  const found = await tree.inclusionOf(event);
  if (found === 'waiting') return { state: 'waiting' };
  if ('missingIn' in found) return { state: 'missing', checkpoint: found.missingIn };
  const { index, leaf, path, checkpoint } = found;
  const record = mayNameActor ? recordOf(event) : null;
  return { state: 'proved', leaf: hexOf(leaf), index, path: path.map(hexOf), checkpoint, record };
}

async function eventAt(
  stored: Proofs['stored'],
  stream: string,
  revision: number,
): Promise<StoredEvent | null> {
  for await (const event of stored.readStream(stream, revision)) return event;
  return null;
}

const recordOf = ({ eventId, stream, revision, type, data, metadata }: StoredEvent): StoredRecord => ({
  ...{ eventId, stream, revision, type },
  data: { ...data },
  metadata: { ...metadata },
});
