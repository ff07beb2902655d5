import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** Red, green and blue from 0 to 1, and opacity. */
type Color = readonly [red: number, green: number, blue: number, alpha: number];

const tokens = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

/** The colors of a theme by token. */
function colorsOf(selector: string): ReadonlyMap<string, Color> {
  const from = tokens.indexOf(`${selector} {`);
  expect(from, `${selector} is in tokens.css`).toBeGreaterThan(-1);
  const block = tokens.slice(from, tokens.indexOf('\n}', from));
  const colors = new Map<string, Color>();
  for (const [, name = '', value = ''] of block.matchAll(/--([\w-]+):\s*([^;]+);/g)) {
    const color = parse(value);
    if (color !== null) colors.set(name, color);
  }
  return colors;
}

function parse(value: string): Color | null {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/.exec(value);
  if (hex !== null) {
    const [red = 0, green = 0, blue = 0] = hex.slice(1).map((part) => Number.parseInt(part, 16) / 255);
    return [red, green, blue, 1];
  }
  const rgb = /^rgb\((\d+) (\d+) (\d+) \/ (\d+)%\)$/.exec(value);
  if (rgb === null) return null;
  const [red = 0, green = 0, blue = 0, percent = 0] = rgb.slice(1).map(Number);
  return [red / 255, green / 255, blue / 255, percent / 100];
}

/** A color blended over an opaque one. */
function over([red, green, blue, alpha]: Color, [r, g, b]: Color): Color {
  const mix = (top: number, bottom: number) => top * alpha + bottom * (1 - alpha);
  return [mix(red, r), mix(green, g), mix(blue, b), 1];
}

/** Relative luminance (WCAG 2.2). */
function luminance([red, green, blue]: Color): number {
  const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function contrast(a: Color, b: Color): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

const surfaces = ['canvas', 'surface', 'raised', 'overlay', 'float', 'field'];
const textRoles = ['fg', 'muted', 'faint', 'gold', 'danger', 'success'];

/** Text on its own background; translucent ones are checked on every surface. */
const labels = [
  ['on-primary', 'primary'],
  ['on-primary', 'primary-hover'],
  ['fg', 'own-bubble'],
  ['muted', 'own-bubble'],
] as const;
const tinted = [
  ['gold', 'gold-soft'],
  ['danger', 'danger-soft'],
  ['muted', 'danger-soft'],
  ['success', 'success-soft'],
] as const;

const textMin = 4.5;
/** For visible but unread elements: edges of controls, focus rings, icons. */
const graphicMin = 3;

describe.each([
  ['dark', '[data-theme="dark"]'],
  ['light', '[data-theme="light"]'],
])('contrast of the %s theme', (_theme, selector) => {
  const colors = colorsOf(selector);
  const color = (name: string): Color => {
    const found = colors.get(name);
    if (found === undefined) throw new Error(`There is no color --${name}`);
    return found;
  };

  const onSurfaces = textRoles.flatMap((role) => surfaces.map((surface) => [role, surface] as const));
  it.each([...onSurfaces, ...labels])('%s is readable on %s', (text, ground) => {
    expect(contrast(color(text), color(ground))).toBeGreaterThanOrEqual(textMin);
  });

  const onTints = tinted.flatMap((pair) => ['canvas', 'surface', 'float'].map((s) => [...pair, s] as const));
  it.each(onTints)('%s is readable on %s over %s', (text, tint, surface) => {
    expect(contrast(color(text), over(color(tint), color(surface)))).toBeGreaterThanOrEqual(textMin);
  });

  const edges = ['control', 'ring'].flatMap((edge) =>
    ['canvas', 'surface', 'raised', 'float', 'field'].map((s) => [edge, s] as const),
  );
  const signs = [
    ['on-gold', 'gold-fill'],
    ['gold-fill', 'canvas'],
    ['gold-fill', 'surface'],
    ['waveform', 'raised'],
    ['waveform', 'own-bubble'],
  ] as const;
  it.each([...edges, ...signs])('%s is visible on %s', (sign, ground) => {
    expect(contrast(color(sign), color(ground))).toBeGreaterThanOrEqual(graphicMin);
  });
});
