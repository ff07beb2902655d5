import { type Checkpoint, textOfCheckpoint } from '@pmcw/contracts';

/** `unchecked` without browser support for Ed25519. */
export type SignatureCheck = 'valid' | 'false' | 'unchecked';

/** SPKI bytes. */
export type PublicKey = Uint8Array<ArrayBuffer>;

/** @throws DOMException for an invalid PEM */
export function keyOfPem(pem: string): PublicKey {
  const base64 = pem.replace(/-----[A-Z ]+-----/g, '').replace(/\s/g, '');
  return bytesOf(base64);
}

export async function checkSignature(checkpoint: Checkpoint, key: PublicKey): Promise<SignatureCheck> {
  const verifier = await importedKey(key);
  if (verifier === null) return 'unchecked';
  const text = new TextEncoder().encode(textOfCheckpoint(checkpoint));
  const isValid = await crypto.subtle.verify('Ed25519', verifier, bytesOf(checkpoint.signature), text);
  return isValid ? 'valid' : 'false';
}

/** Null without browser support for Ed25519, or on an insecure connection. */
async function importedKey(key: PublicKey): Promise<CryptoKey | null> {
  if (!isSecureContext) return null;
  try {
    return await crypto.subtle.importKey('spki', key, 'Ed25519', false, ['verify']);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotSupportedError') return null;
    throw error;
  }
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
