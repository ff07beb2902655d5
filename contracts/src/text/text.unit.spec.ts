import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { newcomerEntries } from '../accounts/commands.ts';
import { renamePasskeyBodySchema } from '../accounts/passkeys.ts';
import { memberCardFold } from '../events/views.ts';
import { sendGlobalMessageBodySchema, sendMessageBodySchema } from '../messages/commands.ts';
import { putDraftBodySchema } from '../messages/drafts.ts';
import { notesBodySchema } from '../moderation/commands.ts';
import { adminUsersQuerySchema } from '../moderation/queries.ts';
import { publishNotificationBodySchema } from '../notifications/commands.ts';
import { addSocialLinkBodySchema, editProfileBodySchema } from '../profiles/commands.ts';
import { directoryQuerySchema } from '../profiles/directoryQuery.ts';
import { dispatchBodySchema } from '../shared/dispatch.ts';
import { rejectBodySchema, requestVerificationBodySchema } from '../verification/commands.ts';
import { balanced, directionOf, isolated } from './direction.ts';
import { startOf } from './graphemes.ts';
import { calm } from './marks.ts';
import { nameLength } from './nameLength.ts';
import { isVisible } from './visible.ts';
import { manyLines, oneLine, shownName } from './written.ts';

/** Invisible in any number. */
const unseen = [
  '\u200b', // zero width space
  '\u3164', // Hangul filler
  '\u2800', // Braille blank
  '\u202e', // right-to-left override
  '\u00ad', // soft hyphen
  '\u034f', // combining grapheme joiner
  '\u061c', // Arabic letter mark
  '\u115f', // Hangul choseong filler
  '\u1160', // Hangul jungseong filler
  '\u17b4', // Khmer inherent vowel
  '\u180e', // Mongolian vowel separator
  '\u200c', // zero width non-joiner
  '\u200d', // zero width joiner
  '\u200e', // left-to-right mark
  '\u2060', // word joiner
  '\u2066', // left-to-right isolate
  '\u2069', // pop directional isolate
  '\u3000', // ideographic space
  '\ufe0f', // variation selector
  '\ufeff', // byte order mark
  '\uffa0', // halfwidth Hangul filler
  '\ufffc', // object replacement character
  '\u0301', // a mark without a base
  '\u0378', // unassigned
  '\ufdd0', // noncharacter
  '\u{1d159}', // null notehead
  '\u{e0041}', // tag
  '\u{e0100}', // variation selector supplement
  '\u0007',
  '\n',
  '\t',
  ' ',
];
const character = fc.oneof(
  fc.constantFrom(...unseen, '\u202a', '\u202b', '\u202c', '\u202d', '\u2067', '\u2068', '\u2029', '\r'),
  fc.constantFrom('a', 'é', 'e\u0301', '王', 'א', 'ع', 'क', 'ม', '1', '.', '👩', '❤', '\u{1f3fd}', '🏴'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
);
const text = fc.array(character, { maxLength: 40 }).map((parts) => parts.join(''));

const controls = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/u;

describe('visible text', () => {
  it.each(unseen)('has more than %j', (char) => {
    expect(isVisible(char)).toBe(false);
    expect(isVisible(char.repeat(3))).toBe(false);
    expect(isVisible(`${char}x`)).toBe(true);
    expect(oneLine(char.repeat(3))).toBe('');
    expect(manyLines(char.repeat(3))).toBe('');
  });

  it('is not half of a surrogate pair', () => expect(isVisible('\ud800')).toBe(false));

  it.each(['.', '王', '☺', '👩‍👩‍👧‍👦', 'ـ', '€', '\u{1fae9}'])('is as little as %j', (char) =>
    expect(isVisible(char)).toBe(true),
  );
});

describe('a text for one line', () => {
  it.each([
    ['Ada\nLovelace', 'Ada Lovelace'],
    ['  Ada \t\r\n\u2028\u3000 Lovelace ', 'Ada Lovelace'],
    ['\u202eadA', 'adA'],
    ['A\u200bd\u0007a\u2069', 'Ada'],
    ['Z\u0301\u0302\u0303\u0304\u0305\u0306\u0307algo', 'Z\u0301\u0302\u0303\u0304algo'],
    ['\u0301Ada \u0301Lovelace', 'Ada Lovelace'],
    ['Ada\u200d', 'Ada'],
  ])('%j becomes %j', (given, stored) => expect(oneLine(given)).toBe(stored));

  it.each([
    'José Nuñez',
    'Nguyễn Thị'.normalize('NFD'),
    'می‌خواهم',
    'क्‍ष',
    'ശ്രീ‌',
    'שָׁלוֹם',
    '👩‍👩‍👧‍👦 Ada ❤️‍🔥 1️⃣ 👍🏽 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🇩🇪',
    '葛󠄀城',
    'ᠮᠣᠩᠭᠣᠯ᠋',
  ])('%j is unchanged', (given) => expect(oneLine(given)).toBe(given));

  it('is stable, on one line, empty or visible, and changes no direction', () => {
    fc.assert(
      fc.property(text, (given) => {
        const stored = oneLine(given);
        expect(oneLine(stored)).toBe(stored);
        expect(stored).not.toMatch(controls);
        expect(stored).not.toMatch(/[\p{Mn}\p{Me}]{5}|^\p{Mn}|^\s|\s$/u);
        expect(stored === '').toBe(!isVisible(given));
        expect(isolated(stored).replace(/[\u2068\u2069]/g, '')).toBe(stored);
      }),
    );
  });
});

describe('a text of several lines', () => {
  it.each([
    [' one\r\ntwo\u2028three \n', 'one\ntwo\nthree'],
    ['\u202eevil', 'evil'],
    ['a \u202bb\u202c \u2066c', 'a b c'],
    ['a \u2067b\u2069 \u2066c', 'a \u2067b\u2069 c'],
    ['bell\u0007\tand tab', 'bell\tand tab'],
  ])('%j becomes %j', (given, stored) => expect(manyLines(given)).toBe(stored));

  it('is stable, and empty or visible', () => {
    fc.assert(
      fc.property(text, (given) => {
        const stored = manyLines(given);
        expect(manyLines(stored)).toBe(stored);
        expect(balanced(stored)).toBe(stored);
        expect(stored === '').toBe(!isVisible(given));
      }),
    );
  });
});

/** End of a paragraph with its embeddings and isolates. */
const paragraphEnd = /(?!\t)[\p{Cc}\u2029]/u;

/** Isolates without a counterpart in a paragraph; embeddings and overrides always count. */
function unbalanced(paragraph: string): string[] {
  const open: string[] = [];
  for (const char of paragraph) {
    if (/[\u202a-\u202e]/.test(char)) return [char];
    if (/[\u2066-\u2068]/.test(char)) open.push(char);
    else if (char === '\u2069' && open.pop() === undefined) return [char];
  }
  return open;
}

describe('direction', () => {
  it.each([
    ['Ada', 'ltr'],
    ['"שלום" Ada', 'rtl'],
    ['1. مرحبا', 'rtl'],
    ['\u200fAda', 'rtl'],
    ['…', 'ltr'],
  ])('of %j is %s', (said, direction) => expect(directionOf(said)).toBe(direction));

  it('is restored at the end of each paragraph, for any text', () => {
    fc.assert(
      fc.property(text, (given) => {
        const said = balanced(given);
        expect(said.length).toBeLessThanOrEqual(given.length);
        expect(balanced(said)).toBe(said);
        for (const paragraph of said.split(paragraphEnd)) expect(unbalanced(paragraph)).toEqual([]);
      }),
    );
  });

  it('of a part of a sentence stays within it', () => {
    expect(isolated('Ada 1️⃣ (ok)')).toBe('Ada 1️⃣ (ok)');
    expect(isolated('שלום')).toBe('\u2068שלום\u2069');
    expect(isolated('a\u202eb\nc\u2069d')).toBe('\u2068ab cd\u2069');
    expect(isolated(isolated('שלום'))).toBe('\u2068\u2068שלום\u2069\u2069');
    fc.assert(
      fc.property(text, (given) => {
        const part = isolated(given);
        if (part === given)
          expect(given).not.toMatch(/[\u200f\u202a-\u202e\u2066-\u2069]|\p{Script=Hebrew}/u);
        else expect(part.split(paragraphEnd)).toEqual([expect.stringMatching(/^\u2068.*\u2069$/u)]);
        if (part !== given) expect(unbalanced(part)).toEqual([]);
      }),
    );
  });
});

describe('marks', () => {
  it('are few enough to stay on their line', () => {
    expect(calm(`Z${'\u0301'.repeat(40)}\ngo`)).toBe(`Z${'\u0301'.repeat(4)}\ngo`);
    expect(calm(`Z${'\u0301\u200d'.repeat(40)}`)).toBe(`Z${'\u0301\u200d'.repeat(4)}`);
    expect(calm('Ada ❤\ufe0f 1\ufe0f\u20e3')).toBe('Ada ❤\ufe0f 1\ufe0f\u20e3');
  });
});

describe('the length of a name', () => {
  it.each([
    ['A', 1],
    ['Al', 2],
    ['王', 2],
    ['비', 2],
    ['é', 1],
  ])('%s counts %i', (name, length) => expect(nameLength(name)).toBe(length));
});

const accepts = (schema: v.GenericSchema, input: unknown) => v.safeParse(schema, input).success;
const newcomer = { username: 'ada', email: 'ada@example.org' };
const message = { messageType: 'text', voiceUrl: null };
const id = '0190b1a0-0000-7000-8000-000000000000';

/** All texts of members, by the schemas that they pass. */
const required: readonly [string, (said: string) => boolean][] = [
  ['full name at registration', (fullName) => accepts(v.object(newcomerEntries), { ...newcomer, fullName })],
  ['full name of a profile', (fullName) => accepts(editProfileBodySchema, { fullName })],
  ['social username', (username) => accepts(addSocialLinkBodySchema, { platform: 'github', username })],
  ['title', (title) => accepts(publishNotificationBodySchema, { title, message: 'Hello' })],
  ['notification', (said) => accepts(publishNotificationBodySchema, { title: 'Hello', message: said })],
  ['reason', (reason) => accepts(rejectBodySchema, { reason })],
  ['name of a passkey', (name) => accepts(renamePasskeyBodySchema, { name })],
  ['message', (content) => accepts(sendMessageBodySchema, { ...message, content, receiverId: 2 })],
  ['global message', (content) => accepts(sendGlobalMessageBodySchema, { ...message, content })],
  [
    'dispatched message',
    (content) =>
      accepts(dispatchBodySchema, {
        command: { type: 'SendMessage', id, receiverId: null, ...message, content },
        context: { actorId: 1, correlationId: 'correlation' },
      }),
  ],
  ['draft aside', (said) => accepts(putDraftBodySchema, { text: '', aside: [said], basedOn: 0 })],
];

describe('a field that must be filled in', () => {
  it.each(required)('refuses an invisible %s', (_, isAccepted) => {
    expect(isAccepted('Hello')).toBe(true);
    for (const char of unseen) expect([char, isAccepted(char.repeat(4))]).toEqual([char, false]);
    fc.assert(
      fc.property(text, (said) => {
        if (!isVisible(said)) expect(isAccepted(said)).toBe(false);
      }),
    );
  });

  it('accepts a name of one ideograph, but not of one letter', () => {
    expect(accepts(editProfileBodySchema, { fullName: '王' })).toBe(true);
    expect(accepts(editProfileBodySchema, { fullName: 'W' })).toBe(false);
  });
});

describe('a field that may be empty', () => {
  const invisible = '\u200b\u3164\u2800';
  it.each([
    ['bio', v.parse(editProfileBodySchema, { bio: invisible }).bio],
    ['Telegram handle', v.parse(editProfileBodySchema, { telegramHandle: invisible }).telegramHandle],
    ['notes', v.parse(notesBodySchema, { notes: invisible }).notes],
    ['wish to be verified', v.parse(requestVerificationBodySchema, { message: invisible }).message],
    ['search of the directory', v.parse(directoryQuerySchema, { query: invisible }).query],
    ['search of members', v.parse(adminUsersQuerySchema, { query: invisible }).query],
  ])('is empty if nothing is visible: %s', (_, stored) => expect(stored).toBe(''));
});

describe('a name from an earlier version', () => {
  it.each([
    ['\u202eadA', 'adA'],
    ['Ada\nLovelace', 'Ada Lovelace'],
    ['\u200b\u3164', 'ada'],
    ['[erased]', '[erased]'],
  ])('%j is shown as %j', (fullName, shown) => {
    expect(shownName(fullName, 'ada')).toBe(shown);
    const at = { eventId: 'e', position: 1n, metadata: { time: '2026-01-01', actorId: 2, causationId: 'c' } };
    const registered = memberCardFold.evolve(null, {
      ...at,
      type: 'UserRegistered',
      data: {
        ...{ userId: 2, username: 'ada', fullName, email: 'ada@example.org', telegramHandle: '' },
        userType: 'General User',
      },
    });
    expect(registered?.fullName).toBe(shown);
    const edited = memberCardFold.evolve(registered, {
      ...at,
      type: 'ProfileEdited',
      data: { userId: 2, fullName, bio: '', telegramHandle: '' },
    });
    expect(edited?.fullName).toBe(shown);
  });
});

describe('the start of a text', () => {
  it.each([
    ['family', 10, 'family'],
    ['family', 3, 'fam'],
    ['ab👩‍👩‍👧‍👦c', 12, 'ab'],
    ['ab👩‍👩‍👧‍👦c', 13, 'ab👩‍👩‍👧‍👦'],
    ['e\u0301e\u0301', 3, 'e\u0301'],
    ['👍🏽', 2, ''],
  ])('has whole characters: %j, %i', (text, most, start) => expect(startOf(text, most)).toBe(start));
});
