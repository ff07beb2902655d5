import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import { BrokenSealError, SubjectErasedError } from '../errors.ts';
import type { SealedPlace, SubjectKeys, VaultSealer } from '../vault.ts';
import { lengthPrefixed } from './masterKey.ts';

const nonceBytes = 12;
const tagBytes = 16;

/** The two keys that a subject key stands for. */
interface FieldKeys {
  readonly encryption: KeyObject;
  readonly nonce: KeyObject;
}

const derive = (key: Uint8Array, use: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `pmcw/seal/${use}`, 32)));

const placeBytes = ({ subject, eventId, field }: SealedPlace) =>
  lengthPrefixed(String(subject), eventId, field);

function sealField(keys: FieldKeys, place: SealedPlace, plaintext: string): string {
  // Other plaintext in the same place, other nonce: GCM never meets one nonce with two plaintexts.
  const nonce = createHmac('sha256', keys.nonce)
    .update(lengthPrefixed(place.eventId, place.field, plaintext))
    .digest()
    .subarray(0, nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', keys.encryption, nonce).setAAD(placeBytes(place));
  return Buffer.concat([
    nonce,
    cipher.update(plaintext, 'utf8'),
    cipher.final(),
    cipher.getAuthTag(),
  ]).toString('base64url');
}

function openField(keys: FieldKeys, place: SealedPlace, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < nonceBytes + tagBytes) throw new BrokenSealError(place, 'too short');
  const decipher = createDecipheriv('aes-256-gcm', keys.encryption, bytes.subarray(0, nonceBytes))
    .setAAD(placeBytes(place))
    .setAuthTag(bytes.subarray(-tagBytes));
  try {
    return decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
  } catch (cause) {
    throw new BrokenSealError(place, 'not what was sealed here', { cause });
  }
}

/** Seals with the keys of `subjectKeys`; the same promises as `VaultSealer`. */
export function createSealer(subjectKeys: SubjectKeys): VaultSealer {
  // Derived keys live exactly as long as the cached subject key that they come from.
  const derived = new WeakMap<Uint8Array, FieldKeys>();

  function fieldKeys(key: Uint8Array): FieldKeys {
    const known = derived.get(key);
    if (known !== undefined) return known;
    const keys = { encryption: derive(key, 'encryption'), nonce: derive(key, 'nonce') };
    derived.set(key, keys);
    return keys;
  }

  return {
    async seal(fields) {
      const keys = await subjectKeys.keysOf([...new Set(fields.map(({ subject }) => subject))], true);
      return fields.map((field) => {
        const key = keys.get(field.subject);
        if (!key) throw new SubjectErasedError(field.subject);
        return sealField(fieldKeys(key), field, field.plaintext);
      });
    },

    async open(fields) {
      const keys = await subjectKeys.keysOf([...new Set(fields.map(({ subject }) => subject))], false);
      return fields.map((field) => {
        const key = keys.get(field.subject);
        if (key === undefined) throw new BrokenSealError(field, 'the key is lost');
        return key && openField(fieldKeys(key), field, field.sealed);
      });
    },
  };
}
