import { initialsOf } from '../profiles/initials.ts';
import { isKnownNetwork } from '../profiles/networks.ts';
import { type SocialPlatform, socialPlatforms } from '../profiles/platforms.ts';
import type { Profile } from '../profiles/queries.ts';
import { socialTarget } from '../profiles/socialLinks.ts';
import { directionOf } from '../text/direction.ts';
import { faceColors, ground } from './ground.ts';
import { coin, ink, mark, seal } from './ink.ts';
import { paintable, shortened, wrapped } from './lines.ts';
import { networkColors } from './networkColors.ts';
import { type CardFont, type CardPart, type CardText, type MeasureText, shareCard } from './parts.ts';
import { platformMarks } from './platformMarks.ts';

export type PicturedProfile = Pick<
  Profile,
  'username' | 'fullName' | 'bio' | 'isAuthorized' | 'pmcwTokens'
> & {
  readonly socials: readonly { readonly platform: SocialPlatform; readonly username: string }[];
  readonly wallets: readonly { readonly network: string }[];
};

export interface PictureOptions {
  readonly hasFace: boolean;
  readonly hasBackground: boolean;
  /** Such as "pmcw.example/ada". */
  readonly link: string;
  /** In the viewer's language: "General User", "12 PMCW Earnt". */
  readonly words: { readonly accountType: string; readonly earnt: string };
  /** Modules by row, with a light margin. */
  readonly qr: readonly (readonly boolean[])[] | null;
}

const margin = 72;
const right = shareCard.width - margin;
const bottom = 548;
const face = 148;
const bio = { font: { size: 26, weight: 500 }, line: 37, maxLines: 4 } as const;
const tile = { width: 208, height: 56, gap: 13, rows: 2 } as const;
const chip = { height: 40, gap: 10, font: { size: 19, weight: 500 } } as const;
const code = 196;
const sectionGap = 30;

const said = (
  text: string,
  x: number,
  baseline: number,
  font: CardFont,
  color: string,
  more: Partial<Pick<CardText, 'align' | 'direction'>> = {},
): CardText => ({
  ...{ kind: 'text', text, x, baseline, font, color, align: 'left', direction: directionOf(text) },
  ...more,
});

/** Spec §2 "Share Image", §9; for the app's download and the server's link previews. */
export function shareCardParts(
  profile: PicturedProfile,
  options: PictureOptions,
  measure: MeasureText,
): CardPart[] {
  const lines = wrapped(paintable(profile.bio), shareCard.bioWidth, bio.maxLines, bio.font, measure);
  const tiles = tilesOf(profile.socials);
  const tileRows = Math.ceil(tiles.length / shareCard.tilesPerRow);
  const bioHeight = lines.length === 0 ? 0 : sectionGap + lines.length * bio.line;
  const tilesHeight = tileRows === 0 ? 0 : sectionGap + tileRows * (tile.height + tile.gap) - tile.gap;
  // Short content is centred vertically.
  const top = Math.max(60, Math.round(60 + (bottom - 60 - face - bioHeight - tilesHeight) / 2));
  const bioTop = top + face + sectionGap;
  const tilesTop = top + face + bioHeight + sectionGap;
  const chipsBottom = options.qr === null ? bottom : bottom - code - 22;
  return [
    ...ground(profile.username, options.hasBackground),
    ...headerParts(profile, options, top, measure),
    ...lines.map((line, i) => bioLine(line, bioTop + i * bio.line)),
    ...tiles.flatMap((each, i) => tileParts(each, i, tilesTop, measure)),
    ...chipParts(profile.wallets, chipsBottom, bioTop, measure),
    ...(options.qr === null ? [] : codeParts(options.qr)),
    ...footerParts(options.link, measure),
  ];
}

const handleFont: CardFont = { size: 25, weight: 500 };
const earntFont: CardFont = { size: 23, weight: 700 };

function headerParts(
  { username, fullName, isAuthorized, pmcwTokens }: PicturedProfile,
  { hasFace, words }: PictureOptions,
  top: number,
  measure: MeasureText,
): CardPart[] {
  const x = margin + face + 32;
  const sealRoom = isAuthorized ? 58 : 0;
  const { lines, font } = nameLines(paintable(fullName), right - x - sealRoom, measure);
  const gap = font.size * 1.14;
  const middle = top + face / 2;
  const start = middle - ((lines.length - 1) * gap + 78) / 2 + font.size * 0.3;
  const handle = start + (lines.length - 1) * gap + 44;
  const last = lines.at(-1) ?? '';
  const earntColor = pmcwTokens > 0 ? ink.gold : ink.muted;
  const mention = shortened(`@${username}  ·  ${words.accountType}`, right - x, handleFont, measure);
  return [
    ...faceParts(username, fullName, hasFace, top),
    ...lines.map((line, i) => said(line, x, start + i * gap, font, ink.fg)),
    ...(isAuthorized ? sealParts(x + measure(last, font) + 18, start + (lines.length - 1) * gap, font) : []),
    said(mention, x, handle, handleFont, ink.muted, { direction: 'ltr' }),
    ...coinParts(x, handle + 17, earntColor),
    said(words.earnt, x + 36, handle + 39, earntFont, earntColor),
  ];
}

/** One line in the largest size that fits, else two lines, else shortened. */
function nameLines(
  name: string,
  width: number,
  measure: MeasureText,
): { lines: readonly string[]; font: CardFont } {
  for (const size of [60, 54, 48, 44]) {
    const font: CardFont = { size, weight: 700 };
    if (measure(name, font) <= width) return { lines: [name], font };
  }
  const font: CardFont = { size: 36, weight: 700 };
  return { lines: wrapped(name, width, 2, font, measure), font };
}

function faceParts(username: string, fullName: string, hasFace: boolean, y: number): CardPart[] {
  const [upper, lower] = faceColors(username);
  const box = { x: margin, y, width: face, height: face, radius: face / 2 };
  const rim = 6;
  const ring = {
    x: margin - rim,
    y: y - rim,
    width: face + 2 * rim,
    height: face + 2 * rim,
    radius: face / 2 + rim,
  };
  const font: CardFont = { size: 54, weight: 500 };
  const center = margin + face / 2;
  return [
    { kind: 'box', ...ring, fill: ink.canvas },
    { kind: 'box', ...box, fill: upper, line: lower },
    hasFace
      ? { kind: 'image', of: 'face', ...box }
      : said(initialsOf(paintable(fullName)), center, y + face / 2 + 19, font, ink.fg, { align: 'center' }),
  ];
}

function sealParts(x: number, baseline: number, font: CardFont): CardPart[] {
  const at = { kind: 'path', x, y: baseline - font.size * 0.36 - 20, scale: 40 / 24 } as const;
  return [
    { ...at, d: seal.disc, fill: ink.gold, line: ink.gold, lineWidth: 1.6 },
    { ...at, d: seal.tick, line: ink.onGold, lineWidth: 2.2 },
  ];
}

function coinParts(x: number, y: number, color: string): CardPart[] {
  const at = { kind: 'path', x, y, scale: 28 / 24, line: color } as const;
  return [
    { ...at, d: coin.rim, lineWidth: 1.5 },
    { ...at, d: coin.letter, lineWidth: 2.1 },
  ];
}

function bioLine(line: string, top: number): CardText {
  const isRtl = directionOf(line) === 'rtl';
  const x = isRtl ? margin + shareCard.bioWidth : margin;
  return said(line, x, top + 28, bio.font, '#dfe2e8', { align: isRtl ? 'right' : 'left' });
}

type Tile = { readonly platform: SocialPlatform; readonly label: string } | { readonly more: number };

function tilesOf(socials: PicturedProfile['socials']): readonly Tile[] {
  const room = tile.rows * shareCard.tilesPerRow;
  const shown = socials.length > room ? socials.slice(0, room - 1) : socials;
  const tiles: Tile[] = shown.map(({ platform, username }) => ({
    platform,
    label: handleOf(platform, username),
  }));
  return socials.length > room ? [...tiles, { more: socials.length - shown.length }] : tiles;
}

function handleOf(platform: SocialPlatform, username: string): string {
  const target = socialTarget(platform, username);
  return paintable(target?.foreignHost ?? target?.handle ?? '') || socialPlatforms[platform].name;
}

function tileParts(each: Tile, index: number, top: number, measure: MeasureText): CardPart[] {
  const font: CardFont = { size: 20, weight: 500 };
  const x = margin + (index % shareCard.tilesPerRow) * (tile.width + tile.gap);
  const y = top + Math.floor(index / shareCard.tilesPerRow) * (tile.height + tile.gap);
  const box: CardPart = {
    ...{ kind: 'box', x, y, width: tile.width, height: tile.height, radius: 16 },
    ...{ fill: ink.surface, line: ink.line },
  };
  const baseline = y + tile.height / 2 + 7;
  if ('more' in each) {
    return [box, said(`+${each.more}`, x + tile.width / 2, baseline, font, ink.muted, { align: 'center' })];
  }
  const label = shortened(each.label, tile.width - 70, font, measure);
  return [
    box,
    {
      ...{ kind: 'path', d: platformMarks[each.platform], x: x + 18, y: y + 16, scale: 1 },
      ...{ line: ink.muted, lineWidth: 1.7 },
    },
    said(label, x + 54, baseline, font, ink.fg),
  ];
}

function chipParts(
  wallets: PicturedProfile['wallets'],
  floor: number,
  ceiling: number,
  measure: MeasureText,
): CardPart[] {
  const networks = [...new Set(wallets.map(({ network }) => network))];
  const rowsOf = (labels: readonly string[]) => chipRows(labels, measure);
  const maxRows = Math.max(1, Math.floor((floor - ceiling + chip.gap) / (chip.height + chip.gap)));
  let count = networks.length;
  const labels = () =>
    count === networks.length ? networks : [...networks.slice(0, count), `+${networks.length - count}`];
  while (count > 1 && rowsOf(labels()).length > maxRows) count -= 1;
  const rows = rowsOf(labels());
  const top = floor - rows.length * (chip.height + chip.gap) + chip.gap;
  return rows.flatMap((row, i) => chipRow(row, top + i * (chip.height + chip.gap), measure));
}

const chipsWidth = 328;
const chipWidth = (label: string, measure: MeasureText) =>
  Math.ceil(measure(label, chip.font)) + (label.startsWith('+') ? 32 : 50);

function chipRows(labels: readonly string[], measure: MeasureText): string[][] {
  const rows: string[][] = [];
  let used = Number.POSITIVE_INFINITY;
  for (const label of labels) {
    const width = chipWidth(label, measure) + chip.gap;
    if (used + width > chipsWidth + chip.gap) {
      rows.push([]);
      used = 0;
    }
    rows.at(-1)?.push(label);
    used += width;
  }
  return rows;
}

function chipRow(labels: readonly string[], y: number, measure: MeasureText): CardPart[] {
  let x = right + chip.gap;
  for (const label of labels) x -= chipWidth(label, measure) + chip.gap;
  return labels.flatMap((label): CardPart[] => {
    const start = x;
    const width = chipWidth(label, measure);
    x += width + chip.gap;
    const box: CardPart = {
      ...{ kind: 'box', x: start, y, width, height: chip.height, radius: chip.height / 2 },
      ...{ fill: ink.surface, line: ink.line },
    };
    const baseline = y + chip.height / 2 + 7;
    if (label.startsWith('+')) return [box, said(label, start + 16, baseline, chip.font, ink.muted)];
    const color = isKnownNetwork(label) ? networkColors[label] : ink.faint;
    const dot = { kind: 'box', x: start + 16, y: y + 15, width: 10, height: 10, radius: 5 } as const;
    return [box, { ...dot, fill: color }, said(label, start + 34, baseline, chip.font, ink.fg)];
  });
}

function codeParts(rows: readonly (readonly boolean[])[]): CardPart[] {
  const d = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  const [x, y] = [right - code, bottom - code];
  return [
    { kind: 'box', x, y, width: code, height: code, radius: 20, fill: ink.paper },
    { kind: 'path', d, x, y, scale: code / rows.length, fill: ink.canvas },
  ];
}

function footerParts(link: string, measure: MeasureText): CardPart[] {
  const baseline = 600;
  const font: CardFont = { size: 23, weight: 500 };
  const at = { kind: 'path', x: margin - 8, y: baseline - 26, scale: 1 } as const;
  const room = right - margin - 160;
  return [
    { ...at, d: mark.key, line: ink.fg, lineWidth: 3.2 },
    { ...at, d: mark.eye, fill: ink.gold },
    said('PMCW', margin + 28, baseline, { size: 23, weight: 700 }, ink.fg),
    said(shortened(link, room, font, measure), right, baseline, font, ink.muted, {
      align: 'right',
      direction: 'ltr',
    }),
  ];
}
