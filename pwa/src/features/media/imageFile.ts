import type { imageTypes } from '@pmcw/contracts';
import { surfaceOnPage } from './compress.ts';
import { cropSize, type Size } from './cropSize.ts';

/** In bytes; the image that is sent is much smaller. */
export const fileBytesMax = 30 * 1024 * 1024;
/** In millions: enough for phone cameras, and within memory limits. */
export const fileMegapixelsMax = 64;

type ImageType = (typeof imageTypes)[number];

const startOf = (bytes: Uint8Array, length: number) => String.fromCharCode(...bytes.subarray(0, length));

const signatures: Readonly<Record<ImageType, RegExp>> = {
  'image/jpeg': /^\u00ff\u00d8\u00ff/,
  'image/png': /^\u0089PNG/,
  'image/webp': /^RIFF.{4}WEBP/s,
  'image/gif': /^GIF8[79]a/,
  'image/avif': /^.{4}ftyp(avif|avis|mif1|msf1)/s,
};

/** Detects the type by the first bytes, whatever the file's name; null if unsupported. */
export function imageTypeOf(bytes: Uint8Array): ImageType | null {
  const start = startOf(bytes, 16);
  const types: readonly ImageType[] = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'];
  return types.find((type) => signatures[type].test(start)) ?? null;
}

function hasSequence(bytes: Uint8Array, sequence: readonly number[], times: number): boolean {
  let found = 0;
  for (let at = bytes.indexOf(sequence[0] ?? 0); at !== -1; at = bytes.indexOf(sequence[0] ?? 0, at + 1)) {
    if (sequence.every((byte, index) => bytes[at + index] === byte)) found += 1;
    if (found >= times) return true;
  }
  return false;
}

const codes = (text: string) => [...text].map((char) => char.charCodeAt(0));
/** Precedes each frame of a GIF. */
const gifControl = [0x21, 0xf9, 0x04] as const;

/** Detects animations by their bytes; only the first frame is kept. */
export function isAnimated(bytes: Uint8Array): boolean {
  switch (imageTypeOf(bytes)) {
    case 'image/gif':
      return hasSequence(bytes, gifControl, 2);
    case 'image/png':
      return hasSequence(bytes.subarray(0, 4096), codes('acTL'), 1);
    case 'image/webp':
      return hasSequence(bytes.subarray(0, 4096), codes('ANIM'), 1);
    case 'image/avif':
      return /^.{4}ftypavis/s.test(startOf(bytes, 16));
    default:
      return false;
  }
}

export type FileRefusal = 'type' | 'large' | 'broken';

/** Longest side while cropping, in pixels: twice the largest picture that is sent. */
export const workingSideMax = 2_400;

/** The holder must revoke `url` in the end. */
export interface OpenedImage {
  /** The person's file, or a smaller copy of a large picture. */
  readonly file: Blob;
  readonly url: string;
  readonly isAnimated: boolean;
}

export async function openImage(file: File): Promise<OpenedImage | FileRefusal> {
  if (file.size > fileBytesMax) return 'large';
  const bytes = await file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    // The file was moved or deleted.
    () => null,
  );
  if (bytes === null) return 'broken';
  if (imageTypeOf(bytes) === null) return 'type';
  try {
    const size = await sizeOf(file);
    if (size.width * size.height > fileMegapixelsMax * 1_000_000) return 'large';
    const working = await reduced(file, size);
    return { file: working, url: URL.createObjectURL(working), isAnimated: isAnimated(bytes) };
  } catch {
    return 'broken';
  }
}

/** Of the upright picture, which browsers read without decoding it. */
async function sizeOf(file: Blob): Promise<Size> {
  const url = URL.createObjectURL(file);
  const image = new Image();
  try {
    await new Promise((resolve, reject) => {
      image.addEventListener('load', resolve);
      image.addEventListener('error', reject);
      image.src = url;
    });
    return { width: image.naturalWidth, height: image.naturalHeight };
  } finally {
    URL.revokeObjectURL(url);
  }
}

/**
 * Decodes a picture once, at the size for cropping: 48 megapixels take 200 MB each time that they are drawn.
 * @throws when the browser can't decode it
 */
async function reduced(file: Blob, size: Size): Promise<Blob> {
  const { width } = cropSize(size, workingSideMax);
  const picture = await createImageBitmap(file, { resizeWidth: width, resizeQuality: 'high' });
  try {
    if (width === size.width) return file;
    const { context, encode } = surfaceOnPage(picture);
    context.drawImage(picture, 0, 0);
    return await encode('image/webp', 0.95);
  } finally {
    picture.close();
  }
}
