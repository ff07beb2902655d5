import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import * as v from 'valibot';
import { positionSchema, timestampSchema } from '../shared/scalars.ts';

export const hexHashSchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

export const signedPartSchema = v.object({
  size: v.pipe(v.number(), v.integer(), v.minValue(0)),
  root: hexHashSchema,
  /** Of the log's last event. */
  position: positionSchema,
  engine: v.string(),
  time: timestampSchema,
});
export type SignedPart = v.InferOutput<typeof signedPartSchema>;

/** 64 bytes in Base64. */
export const signatureSchema = v.pipe(v.string(), v.regex(/^[A-Za-z0-9+/]{86}==$/));

export const checkpointSchema = v.object({
  ...signedPartSchema.entries,
  /** Ed25519 over `textOfCheckpoint`, Base64. */
  signature: signatureSchema,
});
export type Checkpoint = v.InferOutput<typeof checkpointSchema>;

/** The signed text: a header line, then one line per field. */
export function textOfCheckpoint({ size, root, position, engine, time }: SignedPart): string {
  return `PMCW checkpoint v1\n${size}\n${root}\n${position}\n${engine}\n${time}\n`;
}

export function checkpointOf(line: string): Checkpoint | null {
  try {
    const { success, output } = v.safeParse(checkpointSchema, JSON.parse(line));
    return success ? output : null;
  } catch {
    return null;
  }
}

/** 16 hex digits of the SHA-256 of the public key (SPKI, DER), for people. */
export const fingerprintOf = (spki: Uint8Array): string => bytesToHex(sha256(spki)).slice(0, 16);
