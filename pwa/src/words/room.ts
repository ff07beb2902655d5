/** The words of one room in English. They live in the chunk of whoever shows them; other languages come as a whole. */
export interface RoomWords<Name extends string, English> {
  readonly name: Name;
  readonly english: English;
}

/** Declares the words of a room. `name` is the room's key in every other language. */
export const roomWords = <const Name extends string, const English>(
  name: Name,
  english: English,
): RoomWords<Name, English> => ({ name, english });
