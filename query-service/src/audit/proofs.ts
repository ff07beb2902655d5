import { type HistoryEntry, hexOf, type Inclusion, type StoredRecord } from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import type { SignedTree } from '@pmcw/notary';

type StoredEvent = Parameters<SignedTree['inclusionOf']>[0];

export interface Proofs {
  readonly tree: SignedTree;
  /** Personal fields are sealed. */
  readonly stored: { readStream(stream: string, fromRevision: number): AsyncIterable<StoredEvent> };
}

/** Events that the member caused, or of their own streams. */
export const isOwn = ({ actor, stream }: HistoryEntry, userId: number): boolean =>
  actor?.id === userId || stream === streams.user(userId) || stream === streams.inbox(userId);

/**
 * Proves that an event is in the signed log.
 * @param mayNameActor whether the caller may see the actor, who is named in the record
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
