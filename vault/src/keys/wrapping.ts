import { lengthPrefixed, type MasterKey } from './masterKey.ts';
import { seal, unseal } from './sealing.ts';

/** Keys are bound to it, so that rows can't be swapped. */
export type WrappedPlace = readonly ['subject-key', subject: string] | readonly ['hashing-keys'];

const bound = (place: WrappedPlace, masterKey: MasterKey) => lengthPrefixed(...place, masterKey.id);

export const wrap = (masterKey: MasterKey, place: WrappedPlace, key: Uint8Array): Buffer =>
  seal(masterKey.wrapping, bound(place, masterKey), key);

/** @throws Error unless wrapped for this place */
export const unwrap = (masterKey: MasterKey, place: WrappedPlace, wrapped: Uint8Array): Buffer =>
  unseal(masterKey.wrapping, bound(place, masterKey), wrapped);
