import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import type { Logger } from '@pmcw/resilience';
import { BrokenSealError, SubjectErasedError } from '../errors.ts';
import { lengthPrefixed } from './masterKey.ts';
import type { SealedPlace, SubjectKeys, VaultSealer } from './promises.ts';
import { nonceBytes, tagBytes } from './sealing.ts';

const derive = (key: Uint8Array, use: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `pmcw/seal/${use}`, 32)));

/** Each is derived at its first use: opening a log needs no nonces. */
class FieldKeys {
  readonly #key: Uint8Array;
  #encryption: KeyObject | undefined;
  #nonce: KeyObject | undefined;

  constructor(key: Uint8Array) {
    this.#key = key;
  }

  get encryption(): KeyObject {
    this.#encryption ??= derive(this.#key, 'encryption');
    return this.#encryption;
  }

  get nonce(): KeyObject {
    this.#nonce ??= derive(this.#key, 'nonce');
    return this.#nonce;
  }
}

const placeBytes = ({ subject, eventId, field }: SealedPlace) =>
  lengthPrefixed(String(subject), eventId, field);

function sealField(keys: FieldKeys, place: SealedPlace, plaintext: string): string {
  // Depends on the plaintext, so that GCM never gets one nonce with two plaintexts.
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

function openField(keys: FieldKeys, place: SealedPlace, sealed: string): string | BrokenSealError {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < nonceBytes + tagBytes) return new BrokenSealError(place, 'too short');
  const decipher = createDecipheriv('aes-256-gcm', keys.encryption, bytes.subarray(0, nonceBytes))
    .setAAD(placeBytes(place))
    .setAuthTag(bytes.subarray(-tagBytes));
  try {
    return decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
  } catch (cause) {
    return new BrokenSealError(place, 'not what was sealed here', { cause });
  }
}

/** Most subjects to remember as logged; each is logged once. */
const loggedSubjectsMax = 1_000;

export function createSealer(subjectKeys: SubjectKeys, logger: Logger): VaultSealer {
  // Kept as long as the cached subject key.
  const derived = new WeakMap<Uint8Array, FieldKeys>();

  function fieldKeys(key: Uint8Array): FieldKeys {
    const known = derived.get(key);
    if (known !== undefined) return known;
    const keys = new FieldKeys(key);
    derived.set(key, keys);
    return keys;
  }

  const loggedSubjects = new Set<number>();
  function logOnce(error: BrokenSealError): BrokenSealError {
    if (loggedSubjects.has(error.subject)) return error;
    if (loggedSubjects.size >= loggedSubjectsMax) loggedSubjects.clear();
    loggedSubjects.add(error.subject);
    logger.error({ err: error, userId: error.subject }, 'sealed data of a member does not open');
    return error;
  }

  return {
    async seal(fields) {
      const keys = await subjectKeys.keysOf([...new Set(fields.map(({ subject }) => subject))], true);
      return fields.map((field) => {
        const key = keys.get(field.subject);
        if (key === undefined) throw new BrokenSealError(field, 'the key is damaged');
        if (key === null) throw new SubjectErasedError(field.subject);
        return sealField(fieldKeys(key), field, field.plaintext);
      });
    },

    async open(fields) {
      const keys = await subjectKeys.keysOf([...new Set(fields.map(({ subject }) => subject))], false);
      return fields.map((field) => {
        const key = keys.get(field.subject);
        if (key === undefined) return logOnce(new BrokenSealError(field, 'the key is lost or damaged'));
        if (key === null) return null;
        const opened = openField(fieldKeys(key), field, field.sealed);
        return opened instanceof BrokenSealError ? logOnce(opened) : opened;
      });
    },

    epoch: () => subjectKeys.epoch(),
  };
}
