import { type CardPart, limits, shareCard } from '@pmcw/contracts';
import sharp from 'sharp';
import type { CardFonts } from './fonts.ts';
import { cardSvg } from './svg.ts';

/** What to paint, and the images of the member that are on it; null where there is none. */
export interface Painting {
  readonly parts: readonly CardPart[];
  readonly images: { readonly face: Uint8Array | null; readonly background: Uint8Array | null };
}

/** Edge of a face: twice the size at which it stands in the picture. */
const faceSide = 296;

/** Paints a picture as a PNG of 1200 by 630 pixels. */
export async function paint({ parts, images }: Painting, fonts: CardFonts): Promise<Buffer> {
  const { width, height } = shareCard;
  const face = await embedded(images.face, faceSide, faceSide);
  const background = await embedded(images.background, width, height);
  const svg = await cardSvg(parts, { face, background }, fonts);
  return sharp(Buffer.from(svg)).removeAlpha().png({ compressionLevel: 8 }).toBuffer();
}

/** An image cut to a size, as a `data:` URL; null when there is none, or it can't be read. */
async function embedded(bytes: Uint8Array | null, width: number, height: number): Promise<string | null> {
  if (bytes === null) return null;
  const cut = sharp(bytes, { limitInputPixels: limits.imagePixelsMax })
    .resize(width, height, { fit: 'cover' })
    .png({ compressionLevel: 1 });
  // Whatever is wrong with it, there is a picture without it.
  const png = await cut.toBuffer().catch(() => null);
  return png === null ? null : `data:image/png;base64,${png.toString('base64')}`;
}
