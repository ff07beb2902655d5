import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CardPart, type CardText, type MeasureText, shareCard } from './parts.ts';
import { type PicturedProfile, type PictureOptions, shareCardParts } from './shareCard.ts';

/** Every character is half as wide as the font size. */
const measure: MeasureText = (text, { size }) => ([...text].length * size) / 2;

const ada: PicturedProfile = {
  username: 'ada',
  fullName: 'Ada Lovelace',
  bio: 'Computes.',
  isAuthorized: true,
  pmcwTokens: 1,
  socials: [{ platform: 'github', username: '@ada' }],
  wallets: [{ network: 'ETH' }, { network: 'BTC' }, { network: 'ETH' }],
};
const options: PictureOptions = {
  hasFace: false,
  hasBackground: false,
  link: 'pmcw.example/ada',
  words: { accountType: 'General User', earnt: '1 PMCW Earnt' },
  qr: [
    [true, false],
    [false, true],
  ],
};
const draw = (profile: Partial<PicturedProfile> = {}, more: Partial<PictureOptions> = {}) =>
  shareCardParts({ ...ada, ...profile }, { ...options, ...more }, measure);
const isText = (part: CardPart): part is CardText => part.kind === 'text';
const texts = (parts: readonly CardPart[]) => parts.filter(isText);
const words = (parts: readonly CardPart[]) => texts(parts).map(({ text }) => text);
const images = (parts: readonly CardPart[]) =>
  parts.flatMap((part) => (part.kind === 'image' ? [part.of] : []));

/** Horizontal extent of a text. */
function extent({ text, x, font, align }: CardText): readonly [number, number] {
  const width = measure(text, font);
  const start = align === 'left' ? x : align === 'right' ? x - width : x - width / 2;
  return [start, start + width];
}

describe('the picture of a profile (spec §2, §9)', () => {
  it("shows the name, the links, the distinct networks, and the profile's address", () => {
    expect(words(draw())).toEqual([
      'AL',
      'Ada Lovelace',
      '@ada  ·  General User',
      '1 PMCW Earnt',
      'Computes.',
      'ada',
      'ETH',
      'BTC',
      'PMCW',
      'pmcw.example/ada',
    ]);
  });

  it('shows a face and a background if present, else initials and the rosette', () => {
    expect(images(draw())).toEqual([]);
    const parts = draw({}, { hasFace: true, hasBackground: true });
    expect(images(parts)).toEqual(['background', 'face']);
    expect(words(parts)).not.toContain('AL');
    expect(draw().filter(({ kind }) => kind === 'glow')).toHaveLength(1);
    expect(parts.filter(({ kind }) => kind === 'glow')).toEqual([]);
  });

  it('is gold only for tokens and verification', () => {
    const gold = (parts: readonly CardPart[]) =>
      parts.filter((part) => JSON.stringify(part).includes('#e9bd55')).length;
    // The eye of the mark is gold.
    expect(gold(draw({ isAuthorized: false, pmcwTokens: 0 }))).toBe(1);
    expect(gold(draw({ isAuthorized: true, pmcwTokens: 0 }))).toBe(2);
    expect(gold(draw({ isAuthorized: false, pmcwTokens: 5 }))).toBe(4);
  });

  it('has three social tiles per row, six at most; the last one counts the others', () => {
    const socials = Array.from(
      { length: 9 },
      (_, i) => ({ platform: 'github', username: `name${i}` }) as const,
    );
    const places = texts(draw({ socials })).filter(({ text }) => /^name|^\+/.test(text));
    expect(places.map(({ text }) => text)).toEqual(['name0', 'name1', 'name2', 'name3', 'name4', '+4']);
    expect(new Set(places.slice(0, 3).map(({ baseline }) => baseline)).size).toBe(1);
    expect(new Set(places.map(({ baseline }) => baseline)).size).toBe(2);
  });

  it.each([
    ['https://medium.com/@ada', 'ada'],
    ['https://medium.com/p/4f', 'Medium'],
    ['https://blog.example/ada', 'blog.example'],
  ])('names the handle, the platform or another host for %s', (username, label) => {
    expect(words(draw({ socials: [{ platform: 'medium', username }] }))).toContain(label);
  });

  it('counts the networks that do not fit', () => {
    const wallets = Array.from({ length: 40 }, (_, i) => ({ network: `NET${i}` }));
    const shown = words(draw({ wallets })).filter((text) => /^NET|^\+/.test(text));
    const more = Number(shown.at(-1)?.slice(1));
    expect(shown.length - 1 + more).toBe(40);
    expect(more).toBeGreaterThan(0);
  });

  it('shows a long name smaller, in two lines, or shortened', () => {
    const size = (fullName: string) => Math.max(...texts(draw({ fullName })).map(({ font }) => font.size));
    expect(size('Ada')).toBe(60);
    expect(size('Augusta Ada King, Countess of Lovelace')).toBeLessThan(60);
    const name = words(draw({ fullName: 'Wolfeschlegelsteinhausen '.repeat(4) })).slice(1, 3);
    expect(name[1]).toMatch(/…$/);
  });

  it('starts lines of Hebrew and Arabic at the right', () => {
    const line = texts(draw({ bio: 'שלום עולם' })).find(({ text }) => text.startsWith('שלום'));
    expect(line).toMatchObject({ align: 'right', direction: 'rtl', x: 72 + shareCard.bioWidth });
  });

  it('never exceeds its edges, for any text', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.constantFrom('W'.repeat(200), '\u202e\n\n ', '家'.repeat(200)),
    );
    const profiles = fc.record({
      fullName: text.map((name) => name.slice(0, 100)),
      bio: text,
      pmcwTokens: fc.nat(),
      isAuthorized: fc.boolean(),
      socials: fc.array(fc.record({ platform: fc.constantFrom('github', 'twitter'), username: text }), {
        maxLength: 10,
      }),
      wallets: fc.array(fc.record({ network: fc.stringMatching(/^[A-Z0-9]{1,12}$/) }), { maxLength: 30 }),
    });
    fc.assert(
      fc.property(profiles, fc.boolean(), (profile, hasCode) => {
        const parts = draw(profile, hasCode ? {} : { qr: null });
        for (const part of texts(parts)) {
          const [start, end] = extent(part);
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeLessThanOrEqual(shareCard.width);
          expect(part.baseline).toBeLessThanOrEqual(shareCard.height - 20);
          expect(part.text).not.toMatch(/[\u202a-\u202e\u2066-\u2069\n]/);
        }
        for (const part of parts) {
          if (part.kind !== 'box') continue;
          expect(part.x).toBeGreaterThanOrEqual(0);
          expect(part.y + part.height).toBeLessThanOrEqual(shareCard.height);
        }
      }),
    );
  });
});
