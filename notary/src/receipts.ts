import { type KeyObject, sign, verify } from 'node:crypto';
import { type Deletion, erasedKinds, type Receipt, type ReceiptPart, textOfReceipt } from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import type { EventLog, StoredEvent } from '@pmcw/event-store';
import { isSigned } from './checkpoints.ts';
import type { SignedTree } from './signedTree.ts';

export async function receiptOf(
  { memberId, position, state }: Deletion,
  promise: Pick<ReceiptPart, 'checkpointBy' | 'checkpoint'>,
  { log, key }: { readonly log: Pick<EventLog, 'engine' | 'readStream'>; readonly key: KeyObject },
): Promise<Receipt | null> {
  const deletion = await deletionOf(log, memberId);
  if (deletion === null || String(deletion.position) !== position) return null;
  const time = String(deletion.metadata.time);
  const part = { memberId, position, engine: log.engine, time, state, erased: [...erasedKinds], ...promise };
  return { ...part, signature: sign(null, Buffer.from(textOfReceipt(part)), key).toString('base64') };
}

export interface ReceiptVerdict {
  readonly isTrue: boolean;
  readonly what: string;
}

const isFalse = (what: string): ReceiptVerdict => ({ isTrue: false, what });

/**
 * Checks the signature, the deletion in the log, and that the current tree includes both the deletion and the named
 * checkpoint.
 */
export async function verifyReceipt(
  receipt: Receipt,
  { tree, log }: { readonly tree: SignedTree; readonly log: Pick<EventLog, 'readStream'> },
): Promise<ReceiptVerdict> {
  const key = await tree.publicKey();
  if (!isReceiptSigned(receipt, key)) return isFalse('It is not signed by the key.');
  const { checkpoint, memberId, position, time } = receipt;
  if (checkpoint !== null && !isSigned(checkpoint, key))
    return isFalse('Its checkpoint is not signed by the key.');
  if (checkpoint !== null && (await tree.ofSize(checkpoint.size))?.root !== checkpoint.root)
    return isFalse(`The checkpoint over ${checkpoint.size} events that it names is not among those signed.`);
  const deletion = await deletionOf(log, memberId);
  if (deletion === null || String(deletion.position) !== position)
    return isFalse(`The log has no deletion of member ${memberId} at position ${position}.`);
  const sentence = `Member ${memberId} was deleted at position ${position} on ${time}`;
  const found = await tree.inclusionOf(deletion);
  if (found === 'waiting')
    return { isTrue: true, what: `${sentence}; a checkpoint over it is to come by ${receipt.checkpointBy}.` };
  if ('missingIn' in found)
    return isFalse(`The checkpoint over ${found.missingIn.size} events is over another one in its place.`);
  const { index, checkpoint: newest } = found;
  return {
    isTrue: true,
    what: `${sentence}: event ${index + 1} of the ${newest.size} signed on ${newest.time}.`,
  };
}

const isReceiptSigned = (receipt: Receipt, key: KeyObject): boolean =>
  verify(null, Buffer.from(textOfReceipt(receipt)), key, Buffer.from(receipt.signature, 'base64'));

async function deletionOf(log: Pick<EventLog, 'readStream'>, memberId: number): Promise<StoredEvent | null> {
  let last: StoredEvent | null = null;
  for await (const event of log.readStream(streams.user(memberId))) last = event;
  return last?.type === 'UserDeleted' ? last : null;
}
