import { type imageTypes, limits } from '@pmcw/contracts';
import type { MediaBytes } from '@pmcw/vault';
import sharp, { type Metadata } from 'sharp';
import { bytesOf, isLie } from './dataUrl.ts';
import { imageRefusal } from './refusals.ts';
import { Turns } from './turns.ts';

// Nothing else is ever opened: SVG, PDF and what a later release of the library learns stay closed.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}`),
});
// No picture comes twice. And one thread each: libuv's four are also for passwords and files.
sharp.cache(false);
sharp.concurrency(1);

/** What an image is, by its first bytes. */
const signatures: readonly { readonly type: (typeof imageTypes)[number]; readonly start: RegExp }[] = [
  { type: 'image/jpeg', start: /^\u00ff\u00d8\u00ff/ },
  { type: 'image/png', start: /^\u0089PNG/ },
  { type: 'image/webp', start: /^RIFF.{4}WEBP/s },
  { type: 'image/gif', start: /^GIF8[79]a/ },
  { type: 'image/avif', start: /^.{4}ftyp(avif|avis|mif1|msf1)/s },
];

/** What the library makes of those types. */
const formats: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'gif', 'heif']);

/** From here on a picture may take 300 MB of memory to read, so there is one at a time. */
const largePixels = 16_000_000;

/** Longest time that a picture may take, in seconds. */
const encodeSeconds = 10;

const quality = 82;

/** Makes what is kept out of uploaded images, a few at a time. */
export class Images {
  readonly #turns = new Turns({ atOnce: 2, perMember: 2, waiting: 32, waitMs: 10_000 });
  readonly #largeTurns = new Turns({ atOnce: 1, perMember: 1, waiting: 16, waitMs: 10_000 });

  /** Pictures that wait for their turn. */
  get waiting(): number {
    return this.#turns.waiting + this.#largeTurns.waiting;
  }

  /**
   * A picture as it is kept: WebP, upright, within a square, the first one of an animation, and nothing with it (no
   * place, camera, name).
   * @param path the field it came in
   * @throws ProblemError `unsupported_media_type`, `too_large`, `invalid_input`, or `unavailable` when there is no turn
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

/** Asks the header alone. @throws ProblemError */
async function pixelsOf(bytes: Buffer, path: string): Promise<number> {
  // The limit is asked for here: the library would not say by how much, and so not why.
  const { format, width, height, compression }: Metadata = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw imageRefusal('broken', path);
    });
  // HEIC looks like AVIF from outside.
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
    // What takes so long was made to: nobody's photograph does.
    const isSlow = error instanceof Error && error.message.startsWith('timeout');
    throw imageRefusal(isSlow ? 'large' : 'broken', path);
  }
}
