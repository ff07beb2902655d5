import type { BrokenSealError } from '../errors.ts';

/** Keys of members, each wrapped by the master key. Deleting one erases all that was sealed with it. */
export interface SubjectKeys {
  /** Keys of many members in one query, made where missing when `create`; null where destroyed, absent where there is none. */
  keysOf(subjects: readonly number[], create: boolean): Promise<ReadonlyMap<number, Uint8Array | null>>;
  /** Destroys a member's key for good; a destroyed key is never made again. */
  destroy(subject: number): Promise<void>;
  /** Members who have a key, and behind them those whose key was destroyed; each time the lowest ids first. */
  oldest(limit: number): Promise<readonly number[]>;
}

/** Place of a sealed value: it opens nowhere else. */
export interface SealedPlace {
  readonly subject: number;
  readonly eventId: string;
  readonly field: string;
}

/** AES-256-GCM with a key per member; deterministic (the nonce is an HMAC of place and plaintext). */
export interface VaultSealer {
  /** @throws SubjectErasedError when the member's key was destroyed */
  seal(fields: readonly (SealedPlace & { readonly plaintext: string })[]): Promise<readonly string[]>;
  /** Null where the member's key was destroyed, `BrokenSealError` where a value was tampered with or its key is lost or damaged. */
  open(
    fields: readonly (SealedPlace & { readonly sealed: string })[],
  ): Promise<readonly (string | null | BrokenSealError)[]>;
}
