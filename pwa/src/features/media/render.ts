import type { Area, Size } from './cropSize.ts';

export const sentBytesMax = 1024 * 1024;

export interface Rendering {
  readonly file: Blob;
  /** In pixels of the upright picture. */
  readonly area: Area;
  readonly size: Size;
}

type Context = Pick<CanvasRect, 'fillRect'> &
  Pick<CanvasDrawImage, 'drawImage'> &
  Pick<CanvasFillStrokeStyles, 'fillStyle'> &
  Pick<CanvasCompositing, 'globalCompositeOperation'> &
  Pick<CanvasImageSmoothing, 'imageSmoothingQuality'>;

export interface Surface {
  readonly context: Context;
  /** Returns another type if the browser can't encode this one. */
  readonly encode: (type: string, quality: number) => Promise<Blob>;
}

/** Best first: WebP keeps transparency, JPEG works in every browser. */
const attempts = [
  ['image/webp', 0.9],
  ['image/webp', 0.7],
  ['image/jpeg', 0.85],
  ['image/jpeg', 0.6],
] as const;

/** @throws when the browser can't read the file or encode it small enough */
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

/** JPEG would turn transparency black. */
function whitenBehind(context: Context, { width, height }: Size): void {
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
}
