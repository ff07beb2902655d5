import type { Rooms } from './en/index.ts';

export type Translated<T> = T extends string
  ? string
  : T extends (...values: infer Values) => string
    ? (...values: Values) => string
    : { readonly [Key in keyof T]: Translated<T[Key]> };

export type RoomName = keyof Rooms;
export type Words = { readonly [Name in RoomName]: Translated<Rooms[Name]['english']> };

/** Of a language other than English. */
export interface Translation {
  readonly words: Words;
  /** By the English sentence. */
  readonly sentences: ReadonlyMap<string, string>;
}
