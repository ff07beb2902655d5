import type { Rooms } from './en/index.ts';

/** Words in any language: the shape of the English ones, with other sentences. */
export type Translated<T> = T extends string
  ? string
  : T extends (...values: infer Values) => string
    ? (...values: Values) => string
    : { readonly [Key in keyof T]: Translated<T[Key]> };

/** A room that has words; see `Rooms`. */
export type RoomName = keyof Rooms;
/** Everything that the interface says, by room. */
export type Words = { readonly [Name in RoomName]: Translated<Rooms[Name]['english']> };

/** A language other than English: its words, and how it says the English sentences of the contracts. */
export interface Translation {
  readonly words: Words;
  /** By the English sentence. */
  readonly sentences: ReadonlyMap<string, string>;
}
