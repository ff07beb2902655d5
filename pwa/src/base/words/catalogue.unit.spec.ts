import { texts } from '@pmcw/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { german } from './de/index.ts';
import { auth } from './en/signIn/auth.ts';
import { preferredLanguage } from './languages.ts';
import { englishOf, rooms } from './rooms.forSpecs.ts';
import { currentLanguage, currentWords, showLanguage, translated } from './words.ts';

/** Intentionally equal in both languages: names, codes, and words that German adopted. */
const sameInBoth = new Set([
  '@name',
  '0x…',
  'Admin',
  'Telegram',
  'Token',
  'Status',
  'Text',
  'Details',
  'Wallets',
  'Socials',
  'Optional',
  'Spam',
  'System',
  'Live',
  'Stream',
  'Position',
  'Moderation',
  'Community',
]);

interface Leaf {
  readonly key: string;
  readonly sentence: string;
}

/** All sentences of a room; functions get the same values in both languages. */
function leaves(tree: unknown, key: string): Leaf[] {
  if (typeof tree === 'string') return [{ key, sentence: tree }];
  if (typeof tree === 'function') return [{ key, sentence: String(tree('Ada', 7, 'x')) }];
  if (typeof tree !== 'object' || tree === null) throw new Error(`${key} is no words`);
  return Object.entries(tree).flatMap(([name, branch]) => leaves(branch, `${key}.${name}`));
}

describe('the catalogues', () => {
  it('have the same rooms', () => {
    expect(Object.keys(german.words).sort()).toEqual(rooms.toSorted());
  });

  it.each(rooms)('have everything in both languages: %s', async (room) => {
    const english = leaves(await englishOf(room), room);
    const other = new Map(
      leaves(Object.entries(german.words).find(([name]) => name === room)?.[1], room).map(
        ({ key, sentence }) => [key, sentence],
      ),
    );
    expect([...other.keys()].sort()).toEqual(english.map(({ key }) => key).sort());
    const untranslated = english.filter(
      ({ key, sentence }) =>
        /\p{L}/u.test(sentence) && other.get(key) === sentence && !sameInBoth.has(sentence),
    );
    expect(untranslated).toEqual([]);
  });

  it('translate every sentence of servers and schemas', () => {
    const { validation, refusals, notices } = texts;
    for (const { key, sentence } of leaves({ validation, refusals, notices }, 'texts')) {
      const translation = german.sentences.get(sentence);
      expect(translation, key).toBeTypeOf('string');
      expect(translation, key).not.toBe(sentence);
    }
  });
});

describe('the current language', () => {
  beforeAll(() => vi.stubGlobal('document', { documentElement: {} }));
  afterEach(() => showLanguage('en'));
  afterAll(() => vi.unstubAllGlobals());

  it('is English at first, and changes once its words are loaded', async () => {
    expect(currentLanguage()).toBe('en');
    expect(currentWords(auth).loginFailed).toBe('Login failed');
    await showLanguage('de');
    expect(currentLanguage()).toBe('de');
    expect(currentWords(auth).loginFailed).toBe('Anmeldung fehlgeschlagen');
    expect(currentWords(auth).welcomeBack('Ada')).toBe('Schön, dass du wieder da bist, Ada!');
  });

  it("translates the contracts' sentences, and no others", async () => {
    expect(translated(texts.refusals.suspended)).toBe(texts.refusals.suspended);
    await showLanguage('de');
    expect(translated(texts.refusals.suspended)).toBe('Dieses Konto wurde gesperrt.');
    expect(translated('Of no contract at all')).toBe('Of no contract at all');
  });

  it.each([
    [['de-AT', 'en'], 'de'],
    [['fr', 'DE'], 'de'],
    [['en-GB', 'de'], 'en'],
    [['fr-CA', 'toString'], 'en'],
    [[], 'en'],
  ])('is chosen from the languages of the browser: %j', (tags, language) => {
    expect(preferredLanguage(tags)).toBe(language);
  });
});
