import { type CardText, initialsOf, shareCard } from '@pmcw/contracts';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { type CardFonts, loadFonts } from './fonts.ts';
import { paint } from './paint.ts';

const side = 48;
const columns = Math.floor(shareCard.width / side);
let fonts: CardFonts;
beforeAll(async () => {
  fonts = await loadFonts();
});

/** Paints each text into a square of its own, and returns the pixels of each. */
async function painted(texts: readonly string[], weight: 500 | 700): Promise<readonly string[]> {
  const corners = texts.map((_, at) => ({
    left: (at % columns) * side,
    top: Math.floor(at / columns) * side,
  }));
  const parts = texts.map((text, at): CardText => {
    const { left = 0, top = 0 } = corners[at] ?? {};
    const place = { x: left + 4, baseline: top + 34, align: 'left', direction: 'ltr' } as const;
    return { kind: 'text', text, ...place, font: { size: 20, weight }, color: '#ffffff' };
  });
  const png = await paint({ parts, images: { face: null, background: null } }, fonts);
  return Promise.all(
    corners.map(async (corner) => {
      const square = sharp(png).extract({ ...corner, width: side, height: side });
      return (await square.raw().toBuffer()).toString('base64');
    }),
  );
}

/** No font has them. */
const missing = '\u{f0000}';
const alphabets = {
  latin: 'ABCZabcz019@&?!“”…€ÄÖÜßéñç',
  'Latin Extended': 'ŁłŻżĆćŃńŚśĄąĘęĞğİıŞşŐőŰűČčĎďĚěŘřŠšŤťŮůŽžĀāĒēĢģĪīĶķĻļŅņŪūȘșȚț',
  Greek: 'ΓΔΘΛΞΠΣΦΨΩαβγδεζηθλμξπσςφχψωάέίύώ',
  Cyrillic: 'БГДЖЗИЛПФЦЧШЩЪЫЭЮЯбвгджзийклмнптфцчшщъыэюяЄєЇїҐґЂђЋћ',
  Vietnamese: 'ĂăĐđƠơƯưẠạẢảẤấẦầẨẩẪẫẬậẾếỀềỂểỄễỆệỐốỒồỔổỖỗỘộỢợỮữỰựỲỳỸỹ',
};

describe.each([500, 700] as const)('a picture in weight %i', (weight) => {
  it.each(Object.entries(alphabets))('shows each letter of %s, and no missing glyph', async (_, alphabet) => {
    const letters = [...alphabet];
    const [none, blank, ...shown] = await painted([missing, ' ', ...letters], weight);
    expect(none).not.toBe(blank);
    expect(letters.filter((_letter, at) => shown[at] === none || shown[at] === blank)).toEqual([]);
    expect(new Set(shown).size).toBe(letters.length);
  });

  it('shows initials of several scripts', async () => {
    const names = ['Łukasz Żółć', 'Σίσυφος', 'Юлия Щербакова', 'Đặng Ơn', 'Ada Żak'];
    const letters = names.flatMap((name) => [...initialsOf(name)]);
    const [none, ...shown] = await painted([missing, ...letters], weight);
    expect(letters.filter((_, at) => shown[at] === none)).toEqual([]);
  });
});
