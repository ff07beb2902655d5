import { type imageTypes, limits } from '@pmcw/contracts';
import { Turns } from '@pmcw/resilience';
import type { MediaBytes } from '@pmcw/vault';
import sharp, { type Metadata } from 'sharp';
import { busy } from './busy.ts';
import { bytesOf, isLie } from './dataUrl.ts';
import { imageRefusal } from './refusals.ts';

// Only these are opened, not SVG, PDF or future formats.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}`),
});
// No cache, because no image comes twice. One thread, because libuv's four also hash passwords.
sharp.cache(false);
sharp.concurrency(1);

const signatures: readonly { readonly type: (typeof imageTypes)[number]; readonly start: RegExp }[] = [
  { type: 'image/jpeg', start: /^\u00ff\u00d8\u00ff/ },
  { type: 'image/png', start: /^\u0089PNG/ },
  { type: 'image/webp', start: /^RIFF.{4}WEBP/s },
  { type: 'image/gif', start: /^GIF8[79]a/ },
  { type: 'image/avif', start: /^.{4}ftyp(avif|avis|mif1|msf1)/s },
];

const formats: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'gif', 'heif']);

/** Larger images may take 300 MB of memory, so they take turns. */
const largePixels = 16_000_000;

const encodeSeconds = 10;

const quality = 82;

export class Images {
  readonly #turns = new Turns({ atOnce: 2, perKey: 2, waiting: 32, waitMs: 10_000, refusal: busy });
  readonly #largeTurns = new Turns({ atOnce: 1, perKey: 1, waiting: 16, waitMs: 10_000, refusal: busy });

  get waiting(): number {
    return this.#turns.waiting + this.#largeTurns.waiting;
  }

  /**
   * Converts to WebP: upright, scaled, only the first frame, no metadata (location, camera, name).
   * @param path field of the body
   * @throws ProblemError also `unavailable` without a turn
   */
  async keep(dataUrl: string, side: number, path: string, memberId: number): Promise<MediaBytes> {
    const bytes = bytesOf(dataUrl, limits.imageBytesMax);
    if (bytes === null) throw imageRefusal('large', path);
    const start = bytes.toString('latin1', 0, 16);
    const found = signatures.find((signature) => signature.start.test(start));
    if (found === undefined) throw imageRefusal('type', path);
    if (isLie(dataUrl, found.type)) throw imageRefusal('lie', path);
    const pixels = await pixelsOf(bytes, path);
    const releases = [];
    try {
      if (pixels > largePixels) releases.push(await this.#largeTurns.take(memberId));
      releases.push(await this.#turns.take(memberId));
      return { bytes: await encode(bytes, side, path), mediaType: 'image/webp' };
    } finally {
      for (const release of releases) release();
    }
  }
}

const open = (bytes: Buffer) =>
  sharp(bytes, { failOn: 'error', limitInputPixels: limits.imagePixelsMax, autoOrient: true });

/** @throws ProblemError */
async function pixelsOf(bytes: Buffer, path: string): Promise<number> {
  // sharp's own limit would not report the reason.
  const { format, width, height, compression }: Metadata = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw imageRefusal('broken', path);
    });
  // HEIC has the same signature as AVIF.
  if (!formats.has(format) || (format === 'heif' && compression !== 'av1')) throw imageRefusal('type', path);
  if (width * height > limits.imagePixelsMax) throw imageRefusal('large', path);
  return width * height;
}

async function encode(bytes: Buffer, side: number, path: string): Promise<Buffer> {
  try {
    return await open(bytes)
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp({ quality })
      .timeout({ seconds: encodeSeconds })
      .toBuffer();
  } catch (error) {
    // No photograph takes so long.
    const isSlow = error instanceof Error && error.message.startsWith('timeout');
    throw imageRefusal(isSlow ? 'large' : 'broken', path);
  }
}
