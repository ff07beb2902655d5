import { hkdfSync } from 'node:crypto';
import { WrongMasterKeyError } from '../errors.ts';

export interface MasterKey {
  /** Fingerprint, safe to store and print. */
  readonly id: string;
  readonly wrapping: Buffer;
  /** Of vaults from before migration 0003. */
  readonly firstHashingKeys: Buffer;
}

export interface KeyRing {
  /** Target of a rotation. */
  readonly current: MasterKey;
  readonly ids: readonly string[];
  /** @throws WrongMasterKeyError */
  get(id: string): MasterKey;
}

const derive = (key: Uint8Array, use: string, length = 32): Buffer =>
  Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `pmcw/vault/${use}`, length));

/** @throws RangeError */
export function masterKeyOf(masterKey: Uint8Array): MasterKey {
  if (masterKey.length !== 32) throw new RangeError('The master key must be 32 bytes');
  return {
    id: derive(masterKey, 'id', 8).toString('hex'),
    wrapping: derive(masterKey, 'wrapping'),
    firstHashingKeys: Buffer.concat([derive(masterKey, 'claim'), derive(masterKey, 'sign-in')]),
  };
}

/** @throws RangeError */
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

/** With lengths, so that different lists never give the same bytes. */
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
