import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const nonceBytes = 12;
const tagBytes = 16;

/** Wraps the private half of a pair (AES-256-GCM, random nonce), bound to its public half, so that rows can't be mixed. */
export function wrapPrivate(wrapping: Buffer, publicKey: string, privateKey: Uint8Array): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', wrapping, nonce).setAAD(Buffer.from(publicKey));
  return Buffer.concat([nonce, cipher.update(privateKey), cipher.final(), cipher.getAuthTag()]);
}

/** The private half that was wrapped. @throws Error when it was not wrapped by this key for this public half */
export function unwrapPrivate(wrapping: Buffer, publicKey: string, wrapped: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', wrapping, wrapped.subarray(0, nonceBytes))
    .setAAD(Buffer.from(publicKey))
    .setAuthTag(wrapped.subarray(-tagBytes));
  return Buffer.concat([decipher.update(wrapped.subarray(nonceBytes, -tagBytes)), decipher.final()]);
}
