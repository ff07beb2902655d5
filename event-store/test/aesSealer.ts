import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { Sealer } from '../src/index.ts';

type Place = { readonly subject: number; readonly eventId: string; readonly field: string };

const nonceBytes = 12;
const tagBytes = 16;

/** A real sealer with keys in memory: AES-256-GCM bound to the place, with a nonce derived from it. */
export class AesSealer implements Sealer {
  readonly #keys = new Map<number, Buffer | null>();
  /** Calls of `seal` and `open`, by number of fields. */
  readonly sealCalls: number[] = [];
  readonly openCalls: number[] = [];
  #epoch: symbol | null = Symbol();

  /** Destroys a subject’s key. */
  erase(subject: number): void {
    this.#keys.set(subject, null);
    this.#epoch = Symbol();
  }

  /** As while the vault can't hear of erasures. */
  loseTouch(): void {
    this.#epoch = null;
  }

  epoch(): symbol | null {
    return this.#epoch;
  }

  /** Loses a subject’s key, as after a restore. */
  lose(subject: number): void {
    this.#keys.delete(subject);
  }

  async seal(fields: Parameters<Sealer['seal']>[0]): Promise<string[]> {
    this.sealCalls.push(fields.length);
    return fields.map((field) => {
      const key = this.#keys.get(field.subject) ?? randomBytes(32);
      this.#keys.set(field.subject, key);
      const nonce = createHmac('sha256', key)
        .update(`${aad(field)}\0${field.plaintext}`)
        .digest();
      const iv = nonce.subarray(0, nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(aad(field));
      const body = Buffer.concat([cipher.update(field.plaintext, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
    });
  }

  async open(fields: Parameters<Sealer['open']>[0]): Promise<(string | null | Error)[]> {
    this.openCalls.push(fields.length);
    return fields.map((field) => {
      const key = this.#keys.get(field.subject);
      if (key === undefined) return new Error('lost');
      if (key === null) return null;
      const sealed = Buffer.from(field.sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes))
        .setAAD(aad(field))
        .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
      const text = decipher.update(sealed.subarray(nonceBytes + tagBytes), undefined, 'utf8');
      try {
        return text + decipher.final('utf8');
      } catch {
        return new Error('changed');
      }
    });
  }
}

function aad({ eventId, field }: Place): Buffer {
  return Buffer.from(`${eventId} ${field}`);
}
