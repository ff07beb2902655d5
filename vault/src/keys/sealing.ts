import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Of AES-256-GCM. */
export const nonceBytes = 12;
export const tagBytes = 16;

/** Bound to the place, so that rows can't be swapped. */
export function seal(key: Uint8Array, place: Uint8Array, plain: Uint8Array): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(place);
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** @throws Error unless sealed by this key for this place */
export function unseal(key: Uint8Array, place: Uint8Array, sealed: Uint8Array): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes))
    .setAAD(place)
    .setAuthTag(sealed.subarray(-tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()]);
}
