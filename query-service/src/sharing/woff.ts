import { inflateSync } from 'node:zlib';

export interface FontMetrics {
  /** Width in em, without kerning; undefined for a missing character. */
  advanceOf(codePoint: number): number | undefined;
}

const headerBytes = 44;
const entryBytes = 20;

/** WOFF 1.0 (W3C). @throws Error for anything else */
export function readMetrics(file: Buffer): FontMetrics {
  if (file.toString('latin1', 0, 4) !== 'wOFF') throw new Error('The font is no WOFF');
  const tables = tablesOf(file);
  const table = (tag: string): Buffer => {
    const found = tables.get(tag);
    if (found === undefined) throw new Error(`The font has no table ${tag}`);
    return found;
  };
  const unitsPerEm = table('head').readUInt16BE(18);
  const lastAdvance = table('hhea').readUInt16BE(34) - 1;
  const widths = table('hmtx');
  const glyphs = glyphsOf(table('cmap'));
  return {
    advanceOf(codePoint) {
      const glyph = glyphs.get(codePoint);
      // Glyphs after the last entry have its width.
      return glyph === undefined
        ? undefined
        : widths.readUInt16BE(4 * Math.min(glyph, lastAdvance)) / unitsPerEm;
    },
  };
}

function tablesOf(file: Buffer): ReadonlyMap<string, Buffer> {
  const tables = new Map<string, Buffer>();
  for (let i = 0; i < file.readUInt16BE(12); i += 1) {
    const at = headerBytes + i * entryBytes;
    const [offset, packed, length] = [4, 8, 12].map((field) => file.readUInt32BE(at + field));
    if (offset === undefined || packed === undefined || length === undefined) continue;
    const bytes = file.subarray(offset, offset + packed);
    tables.set(file.toString('latin1', at, at + 4), packed < length ? inflateSync(bytes) : bytes);
  }
  return tables;
}

/** The glyph of each code point: from the first subtable in format 12, else format 4 (OpenType "cmap"). */
function glyphsOf(cmap: Buffer): ReadonlyMap<number, number> {
  const parts = Array.from({ length: cmap.readUInt16BE(2) }, (_, i) =>
    cmap.subarray(cmap.readUInt32BE(4 + i * 8 + 4)),
  );
  const inFormat = (format: number) => parts.find((part) => part.readUInt16BE(0) === format);
  const wide = inFormat(12);
  if (wide !== undefined) return groupsOf(wide);
  const narrow = inFormat(4);
  if (narrow === undefined) throw new Error('The font has no usable character map');
  return segmentsOf(narrow);
}

function groupsOf(part: Buffer): ReadonlyMap<number, number> {
  const glyphs = new Map<number, number>();
  for (let i = 0; i < part.readUInt32BE(12); i += 1) {
    const at = 16 + i * 12;
    const start = part.readUInt32BE(at);
    const glyph = part.readUInt32BE(at + 8);
    for (let code = start; code <= part.readUInt32BE(at + 4); code += 1)
      glyphs.set(code, glyph + code - start);
  }
  return glyphs;
}

function segmentsOf(part: Buffer): ReadonlyMap<number, number> {
  const glyphs = new Map<number, number>();
  const bytes = part.readUInt16BE(6);
  for (let at = 0; at < bytes; at += 2) {
    const end = part.readUInt16BE(14 + at);
    const start = part.readUInt16BE(16 + bytes + at);
    const delta = part.readUInt16BE(16 + 2 * bytes + at);
    const rangeAt = 16 + 3 * bytes + at;
    const range = part.readUInt16BE(rangeAt);
    for (let code = start; code <= end && code !== 0xffff; code += 1) {
      const raw = range === 0 ? code : part.readUInt16BE(rangeAt + range + 2 * (code - start));
      const glyph = raw === 0 ? 0 : (raw + delta) & 0xffff;
      if (glyph !== 0) glyphs.set(code, glyph);
    }
  }
  return glyphs;
}
