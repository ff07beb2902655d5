import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { MeasureText } from '@pmcw/contracts';
import type { Font } from 'satori';
import { type FontMetrics, readMetrics } from './woff.ts';

/** Valid from `src` and from `dist`. */
const folder = path.resolve(import.meta.dirname, '..', '..', 'fonts');

/** Tried in this order for each character. */
const scripts = [
  'latin',
  'latin-ext',
  'cyrillic',
  'cyrillic-ext',
  'greek',
  'greek-ext',
  'vietnamese',
] as const;
const weights = [500, 700] as const;
const familyOf = (script: (typeof scripts)[number]): string => `Inter ${script}`;

/** Bundled fonts, never those of the machine. */
export interface CardFonts {
  readonly faces: Font[];
  /** A family per script, because satori asks only one font of a family for a character. */
  readonly family: string;
  readonly measure: MeasureText;
  covers(text: string): boolean;
}

/** @throws Error when a file is missing */
export async function loadFonts(): Promise<CardFonts> {
  const faces: Font[] = [];
  const metrics = new Map<number, FontMetrics[]>(weights.map((weight) => [weight, []]));
  for (const weight of weights) {
    for (const script of scripts) {
      const file = path.join(folder, `inter-${script}-${weight}-normal.woff`);
      const data = await readFile(file);
      faces.push({ name: familyOf(script), weight, style: 'normal', data });
      metrics.get(weight)?.push(readMetrics(data));
    }
  }
  const advanceOf = (codePoint: number, weight: number): number | undefined => {
    for (const each of metrics.get(weight) ?? []) {
      const advance = each.advanceOf(codePoint);
      if (advance !== undefined) return advance;
    }
    return undefined;
  };
  const codePoints = (text: string) => Array.from(text, (char) => char.codePointAt(0) ?? 0);
  return {
    faces,
    family: scripts.map(familyOf).join(', '),
    measure: (text, { size, weight }) =>
      codePoints(text).reduce((width, codePoint) => width + (advanceOf(codePoint, weight) ?? 1), 0) * size,
    covers: (text) => codePoints(text).every((codePoint) => advanceOf(codePoint, weights[0]) !== undefined),
  };
}
