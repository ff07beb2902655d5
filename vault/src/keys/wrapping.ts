import { lengthPrefixed, type MasterKey } from './masterKey.ts';
import { seal, unseal } from './sealing.ts';

/** What a wrapped key is, and whose: it is bound to that and to its master key, so that rows can't be swapped. */
export type WrappedPlace = readonly ['subject-key', subject: string] | readonly ['hashing-keys'];

const bound = (place: WrappedPlace, masterKey: MasterKey) => lengthPrefixed(...place, masterKey.id);

/** Wraps a key by the master key. */
export const wrap = (masterKey: MasterKey, place: WrappedPlace, key: Uint8Array): Buffer =>
  seal(masterKey.wrapping, bound(place, masterKey), key);

/** The key that was wrapped. @throws Error when it was not wrapped by this master key for this place */
export const unwrap = (masterKey: MasterKey, place: WrappedPlace, wrapped: Uint8Array): Buffer =>
  unseal(masterKey.wrapping, bound(place, masterKey), wrapped);
