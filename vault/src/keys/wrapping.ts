import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { lengthPrefixed, type MasterKey } from './masterKey.ts';

const nonceBytes = 12;
const tagBytes = 16;

/** What a wrapped key is, and whose: it is bound to that and to its master key, so that rows can't be swapped. */
export type WrappedPlace = readonly ['subject-key', subject: string] | readonly ['hashing-keys'];

const bound = (place: WrappedPlace, masterKey: MasterKey) => lengthPrefixed(...place, masterKey.id);

/** Wraps a key by the master key (AES-256-GCM, random nonce). */
export function wrap(masterKey: MasterKey, place: WrappedPlace, key: Uint8Array): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', masterKey.wrapping, nonce).setAAD(bound(place, masterKey));
  return Buffer.concat([nonce, cipher.update(key), cipher.final(), cipher.getAuthTag()]);
}

/** The key that was wrapped. @throws Error when it was not wrapped by this master key for this place */
export function unwrap(masterKey: MasterKey, place: WrappedPlace, wrapped: Uint8Array): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', masterKey.wrapping, wrapped.subarray(0, nonceBytes))
    .setAAD(bound(place, masterKey))
    .setAuthTag(wrapped.subarray(-tagBytes));
  return Buffer.concat([decipher.update(wrapped.subarray(nonceBytes, -tagBytes)), decipher.final()]);
}
