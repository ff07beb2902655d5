import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import * as v from 'valibot';
import { positionSchema, timestampSchema } from '../shared/scalars.ts';

/** A SHA-256 in hex. */
export const hexHashSchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

/**
 * What a checkpoint says, and its signature vouches for: at this time the log had so many events, of which the last
 * was at the position, and the tree over them this root.
 */
export const signedPartSchema = v.object({
  size: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** Hex. */
  root: hexHashSchema,
  /** Of the log's last event, in the engine's own count. */
  position: positionSchema,
  engine: v.string(),
  time: timestampSchema,
});
export type SignedPart = v.InferOutput<typeof signedPartSchema>;

/** An Ed25519 signature, 64 bytes in Base64. */
export const signatureSchema = v.pipe(v.string(), v.regex(/^[A-Za-z0-9+/]{86}==$/));

/** A checkpoint with its signature; one line of the file of checkpoints. */
export const checkpointSchema = v.object({
  ...signedPartSchema.entries,
  /** Ed25519 over `textOfCheckpoint`, Base64. */
  signature: signatureSchema,
});
export type Checkpoint = v.InferOutput<typeof checkpointSchema>;

/** The text that is signed: a line for what it is, and one for each field. */
export function textOfCheckpoint({ size, root, position, engine, time }: SignedPart): string {
  return `PMCW checkpoint v1\n${size}\n${root}\n${position}\n${engine}\n${time}\n`;
}

/** The checkpoint of a line of the file; null when it is none. */
export function checkpointOf(line: string): Checkpoint | null {
  try {
    const { success, output } = v.safeParse(checkpointSchema, JSON.parse(line));
    return success ? output : null;
  } catch {
    return null;
  }
}

/** What people compare keys by: the first 16 hex digits of the SHA-256 of the public key (SPKI, DER). */
export const fingerprintOf = (spki: Uint8Array): string => bytesToHex(sha256(spki)).slice(0, 16);
