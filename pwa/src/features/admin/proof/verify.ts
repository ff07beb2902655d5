import {
  type Checkpoint,
  fingerprintOf,
  type HistoryRecord,
  hashFromHex,
  hexOf,
  type Inclusion,
  isConsistent,
  leafOf,
  rootOfInclusion,
  type StoredRecord,
} from '@pmcw/contracts';
import { checkSignature, type PublicKey, type SignatureCheck } from './publicKey.ts';
import type { RememberedCheckpoint } from './remembered.ts';

/** Why a proof fails, or the log is not the one this device knows. */
type Fault = 'missing' | 'record' | 'path' | 'signature' | 'key' | 'shrunken' | 'fork';

export type Verdict =
  | {
      readonly kind: 'verified';
      /** Hex hash of the stored record. */
      readonly leaf: string;
      readonly steps: number;
      readonly checkpoint: Checkpoint;
      /** Fingerprint of the key. */
      readonly key: string;
      readonly signature: Exclude<SignatureCheck, 'false'>;
      /** The earlier checkpoint that the log extends; null at this device's first check. */
      readonly since: RememberedCheckpoint | null;
    }
  | {
      readonly kind: 'false';
      readonly fault: Fault;
      readonly checkpoint: Checkpoint;
      readonly since: RememberedCheckpoint | null;
    }
  | { readonly kind: 'waiting' | 'unsigned' };

export interface KnownFacts {
  readonly shown: HistoryRecord;
  readonly publicKey: PublicKey;
  readonly remembered: RememberedCheckpoint | null;
  /** Fetches a consistency proof, in hex; null if the server has none. */
  readonly consistency: (from: number, to: number) => Promise<readonly string[] | null>;
}

/**
 * Verifies by local computation that the shown record is in the signed log, and that this log extends the one last seen
 * here.
 */
export async function verifyInclusion(proof: Inclusion, known: KnownFacts): Promise<Verdict> {
  if (proof.state === 'waiting' || proof.state === 'unsigned') return { kind: proof.state };
  const { checkpoint } = proof;
  const since = known.remembered;
  const isFalse = (fault: Fault): Verdict => ({ kind: 'false', fault, checkpoint, since });
  if (proof.state === 'missing') return isFalse('missing');
  const { record, index, path } = proof;
  if (record === null || !isRecordOf(record, known.shown)) return isFalse('record');
  const leaf = leafOf(record);
  const root = rootOfInclusion(index, checkpoint.size, leaf, path.map(hashFromHex));
  if (root === null || hexOf(root) !== checkpoint.root) return isFalse('path');
  const signature = await checkSignature(checkpoint, known.publicKey);
  if (signature === 'false') return isFalse('signature');
  const key = fingerprintOf(known.publicKey);
  const fault = await faultSince({ ...checkpoint, key }, known);
  if (fault !== null) return isFalse(fault);
  return { kind: 'verified', leaf: hexOf(leaf), steps: path.length, checkpoint, key, signature, since };
}

/** Compares all fields that are never sealed. */
function isRecordOf(stored: StoredRecord, shown: HistoryRecord): boolean {
  const { metadata } = shown;
  return (
    stored.eventId === shown.eventId &&
    stored.stream === shown.stream &&
    stored.revision === shown.revision &&
    stored.type === shown.type &&
    (['actorId', 'correlationId', 'causationId', 'time'] as const).every(
      (field) => stored.metadata[field] === metadata[field],
    )
  );
}

/** Compares with the remembered checkpoint; null if consistent. */
async function faultSince(
  now: RememberedCheckpoint,
  { remembered, consistency }: KnownFacts,
): Promise<Fault | null> {
  if (remembered === null) return null;
  if (remembered.key !== now.key) return 'key';
  // Another tab may have seen a newer one, which must then extend this one.
  const [smaller, larger] = now.size < remembered.size ? [now, remembered] : [remembered, now];
  const path = smaller.size === larger.size ? [] : await consistency(smaller.size, larger.size);
  if (path === null) return now === smaller ? 'shrunken' : 'fork';
  return isConsistent(headOf(smaller), headOf(larger), path.map(hashFromHex)) ? null : 'fork';
}

const headOf = ({ size, root }: RememberedCheckpoint) => ({ size, root: hashFromHex(root) });
