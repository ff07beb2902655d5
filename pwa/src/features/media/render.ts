import type { Area, Size } from './cropSize.ts';

/** Largest picture that is sent, in bytes (spec §9). */
export const sentBytesMax = 1024 * 1024;

/** What to cut out of which file, and how large to draw it. */
export interface Rendering {
  readonly file: Blob;
  /** In pixels of the upright picture. */
  readonly area: Area;
  readonly size: Size;
}

/** The part of a canvas's context that is used. */
type Context = Pick<CanvasRect, 'fillRect'> &
  Pick<CanvasDrawImage, 'drawImage'> &
  Pick<CanvasFillStrokeStyles, 'fillStyle'> &
  Pick<CanvasCompositing, 'globalCompositeOperation'> &
  Pick<CanvasImageSmoothing, 'imageSmoothingQuality'>;

/** A canvas of the page or of a worker. */
export interface Surface {
  readonly context: Context;
  /** May answer another type when the browser can't write the one that was asked for. */
  readonly encode: (type: string, quality: number) => Promise<Blob>;
}

/** The best first: WebP keeps what is transparent, JPEG is what every browser can write. */
const attempts = [
  ['image/webp', 0.9],
  ['image/webp', 0.7],
  ['image/jpeg', 0.85],
  ['image/jpeg', 0.6],
] as const;

/**
 * Cuts, scales and compresses a picture.
 * @throws when the browser can't read the file or write one that is small enough
 */
export async function render(
  { file, area, size }: Rendering,
  surfaceOf: (size: Size) => Surface,
): Promise<Blob> {
  const { context, encode } = surfaceOf(size);
  const picture = await createImageBitmap(file);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, size.width, size.height);
  picture.close();
  for (const [type, quality] of attempts) {
    if (type === 'image/jpeg') whitenBehind(context, size);
    const blob = await encode(type, quality);
    if (blob.type === type && blob.size <= sentBytesMax) return blob;
  }
  throw new Error('The picture could not be made small enough');
}

/** JPEG would make black of what is transparent. */
function whitenBehind(context: Context, { width, height }: Size): void {
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
}
