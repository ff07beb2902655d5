import { isolated } from '@pmcw/contracts';

/** A room's English words are in the chunk of the code that shows them; other languages load as a whole. */
export interface RoomWords<Name extends string, English> {
  readonly name: Name;
  readonly english: English;
}

/** `name` is the room's key in every other language. */
export const roomWords = <const Name extends string, const English extends object>(
  name: Name,
  english: English,
): RoomWords<Name, English> => ({ name, english: isolating(english) });

/** Isolates every text inserted into a sentence, so that no name can change the direction of the words around it. */
export function isolating<W extends object>(words: W): W {
  const made = new Map<PropertyKey, unknown>();
  return new Proxy(words, {
    get(target, key, receiver) {
      const word: unknown = Reflect.get(target, key, receiver);
      if (!Object.hasOwn(target, key) || (typeof word !== 'function' && !isTree(word))) return word;
      if (!made.has(key)) made.set(key, isTree(word) ? isolating(word) : sayIsolated(word));
      return made.get(key);
    },
  });
}

const isTree = (word: unknown): word is object => typeof word === 'object' && word !== null;

const sayIsolated =
  (sentence: CallableFunction) =>
  (...values: unknown[]): unknown =>
    Reflect.apply(
      sentence,
      undefined,
      values.map((value) => (typeof value === 'string' ? isolated(value) : value)),
    );
