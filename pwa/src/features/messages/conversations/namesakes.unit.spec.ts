import { expect, it } from 'vitest';
import { nameAmong, namesakesAmong } from './namesakes.ts';

const member = (username: string, fullName: string) => ({ username, fullName });
const ada = member('ada', 'Ada Lovelace');
const impostor = member('ada_1', 'ADA  Lôvelace\u200d');
const omar = member('omar', 'Omar');

it('finds members of the same name, however it is spelled', () => {
  const isNamesake = namesakesAmong([ada, omar, null, impostor]);
  expect([ada, impostor, omar, null].map(isNamesake)).toEqual([true, true, false, false]);
  expect(namesakesAmong([ada, ada, omar])(ada)).toBe(false);
});

it('adds the username to such a name, and to no other', () => {
  const sara = member('sara', 'שרה');
  const isNamesake = namesakesAmong([sara, member('sara_2', 'שרה'), omar]);
  expect(nameAmong(sara, isNamesake)).toBe('\u2068שרה\u2069 @sara');
  expect(nameAmong(omar, isNamesake)).toBe('Omar');
});
