import type { imageTypes } from '@pmcw/contracts';

/** Largest file that is opened here, in bytes: what is sent is a small picture made from it. */
export const fileBytesMax = 30 * 1024 * 1024;
/** Most pixels that are opened here, in millions: what the cameras of telephones make, and memory can hold. */
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

/** What an image is, by its first bytes, whatever its name says; null when it is none that the product takes. */
export function imageTypeOf(bytes: Uint8Array): ImageType | null {
  const start = startOf(bytes, 16);
  const types: readonly ImageType[] = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'];
  return types.find((type) => signatures[type].test(start)) ?? null;
}

/** Whether the bytes hold a sequence as often as that. */
function holds(bytes: Uint8Array, sequence: readonly number[], times: number): boolean {
  let found = 0;
  for (let at = bytes.indexOf(sequence[0] ?? 0); at !== -1; at = bytes.indexOf(sequence[0] ?? 0, at + 1)) {
    if (sequence.every((byte, index) => bytes[at + index] === byte)) found += 1;
    if (found >= times) return true;
  }
  return false;
}

const codes = (text: string) => [...text].map((char) => char.charCodeAt(0));
/** Before each picture of a GIF. */
const gifControl = [0x21, 0xf9, 0x04] as const;

/** Whether an image moves, as far as its bytes tell. Only the first picture of those is kept. */
export function isAnimated(bytes: Uint8Array): boolean {
  switch (imageTypeOf(bytes)) {
    case 'image/gif':
      return holds(bytes, gifControl, 2);
    case 'image/png':
      return holds(bytes.subarray(0, 4096), codes('acTL'), 1);
    case 'image/webp':
      return holds(bytes.subarray(0, 4096), codes('ANIM'), 1);
    case 'image/avif':
      return /^.{4}ftypavis/s.test(startOf(bytes, 16));
    default:
      return false;
  }
}

/** Why a file can't be used. */
export type FileRefusal = 'type' | 'large' | 'broken';

/** A file that can be cut. Whoever has it revokes `url` in the end. */
export interface OpenedImage {
  readonly file: File;
  /** Shows it on this page. */
  readonly url: string;
  readonly isAnimated: boolean;
}

/** Looks at a file before anything is done with it: its type, size, and whether this browser can read it. */
export async function openImage(file: File): Promise<OpenedImage | FileRefusal> {
  if (file.size > fileBytesMax) return 'large';
  const bytes = await file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    // It was moved or deleted meanwhile.
    () => null,
  );
  if (bytes === null) return 'broken';
  if (imageTypeOf(bytes) === null) return 'type';
  const url = URL.createObjectURL(file);
  const refusal = await refusalOf(url);
  if (refusal === null) return { file, url, isAnimated: isAnimated(bytes) };
  URL.revokeObjectURL(url);
  return refusal;
}

async function refusalOf(url: string): Promise<FileRefusal | null> {
  const image = new Image();
  try {
    await new Promise((resolve, reject) => {
      image.addEventListener('load', resolve);
      image.addEventListener('error', reject);
      image.src = url;
    });
    if (image.naturalWidth * image.naturalHeight > fileMegapixelsMax * 1_000_000) return 'large';
    await image.decode();
    return null;
  } catch {
    return 'broken';
  }
}
