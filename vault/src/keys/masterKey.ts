import { hkdfSync } from 'node:crypto';
import { WrongMasterKeyError } from '../errors.ts';

/** The keys that a master key stands for, one per use; the master key itself is used for nothing else. */
export interface MasterKey {
  /** Fingerprint, safe to store and to print: tells which master key wrapped another key. */
  readonly id: string;
  /** Wraps subject keys and hashing keys. */
  readonly wrapping: Buffer;
  /** What a vault from before migration 0003 hashes with; see `hashing.ts`. */
  readonly firstHashingKeys: Buffer;
}

/** The master keys that a process was given. */
export interface KeyRing {
  /** The one to which a rotation leads. */
  readonly current: MasterKey;
  readonly ids: readonly string[];
  /** @throws WrongMasterKeyError when none of them has this fingerprint */
  get(id: string): MasterKey;
}

const derive = (key: Uint8Array, use: string, length = 32): Buffer =>
  Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `pmcw/vault/${use}`, length));

/** Derives all keys from a master key of 32 bytes. @throws RangeError when it has another length */
export function masterKeyOf(masterKey: Uint8Array): MasterKey {
  if (masterKey.length !== 32) throw new RangeError('The master key must be 32 bytes');
  return {
    id: derive(masterKey, 'id', 8).toString('hex'),
    wrapping: derive(masterKey, 'wrapping'),
    firstHashingKeys: Buffer.concat([derive(masterKey, 'claim'), derive(masterKey, 'sign-in')]),
  };
}

/** @throws RangeError when a key has not 32 bytes */
export function keyRingOf(masterKey: Uint8Array, previousMasterKey?: Uint8Array): KeyRing {
  const current = masterKeyOf(masterKey);
  const keys = new Map([[current.id, current]]);
  if (previousMasterKey !== undefined) {
    const previous = masterKeyOf(previousMasterKey);
    keys.set(previous.id, previous);
  }
  return {
    current,
    ids: [...keys.keys()],
    get(id) {
      const key = keys.get(id);
      if (key === undefined) throw new WrongMasterKeyError(id);
      return key;
    },
  };
}

/** Parts one after the other, each behind its length, so that no two lists of parts look the same. */
export function lengthPrefixed(...parts: readonly string[]): Buffer {
  const bytes = Buffer.allocUnsafe(parts.reduce((size, part) => size + 4 + Buffer.byteLength(part), 0));
  let at = 0;
  for (const part of parts) {
    const length = bytes.write(part, at + 4);
    bytes.writeUInt32BE(length, at);
    at += 4 + length;
  }
  return bytes;
}
