import type { Rooms } from './en/index.ts';

/** Words in any language, in the shape of the English ones. */
export type Translated<T> = T extends string
  ? string
  : T extends (...values: infer Values) => string
    ? (...values: Values) => string
    : { readonly [Key in keyof T]: Translated<T[Key]> };

export type RoomName = keyof Rooms;
/** All words of the interface, by room. */
export type Words = { readonly [Name in RoomName]: Translated<Rooms[Name]['english']> };

/** A language other than English, with translations of the contracts' sentences. */
export interface Translation {
  readonly words: Words;
  /** By the English sentence. */
  readonly sentences: ReadonlyMap<string, string>;
}
