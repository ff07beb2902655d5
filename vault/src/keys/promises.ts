import type { BrokenSealError } from '../errors.ts';

/** Deleting a key erases all that it sealed. */
export interface SubjectKeys {
  /** Null for destroyed keys; missing ones are made if `create`, otherwise absent. */
  keysOf(subjects: readonly number[], create: boolean): Promise<ReadonlyMap<number, Uint8Array | null>>;
  /** A destroyed key is never made again. */
  destroy(subject: number): Promise<void>;
  /** Another one after a key was destroyed, and at times; null while this process would not hear of it. */
  epoch(): symbol | null;
  /** Members without a key last. */
  oldest(limit: number): Promise<readonly number[]>;
}

/** A value opens only in its place. */
export interface SealedPlace {
  readonly subject: number;
  readonly eventId: string;
  readonly field: string;
}

/** AES-256-GCM with a key per member; deterministic (the nonce is an HMAC of place and plaintext). */
export interface VaultSealer {
  /** @throws SubjectErasedError */
  seal(fields: readonly (SealedPlace & { readonly plaintext: string })[]): Promise<readonly string[]>;
  /** Null if the key was destroyed. */
  open(
    fields: readonly (SealedPlace & { readonly sealed: string })[],
  ): Promise<readonly (string | null | BrokenSealError)[]>;
  /** Of the subject keys. */
  epoch(): symbol | null;
}
