import { type CardPart, limits, shareCard } from '@pmcw/contracts';
import sharp from 'sharp';
import type { CardFonts } from './fonts.ts';
import { cardSvg } from './svg.ts';

export interface Painting {
  readonly parts: readonly CardPart[];
  readonly images: { readonly face: Uint8Array | null; readonly background: Uint8Array | null };
}

/** Twice the displayed size. */
const faceSide = 296;

/** A PNG of 1200 by 630 pixels. */
export async function paint({ parts, images }: Painting, fonts: CardFonts): Promise<Buffer> {
  const { width, height } = shareCard;
  const face = await embedded(images.face, faceSide, faceSide);
  const background = await embedded(images.background, width, height);
  const svg = await cardSvg(parts, { face, background }, fonts);
  return sharp(Buffer.from(svg)).removeAlpha().png({ compressionLevel: 8 }).toBuffer();
}

/** Cropped, as a `data:` URL; null for none or an unreadable one. */
async function embedded(bytes: Uint8Array | null, width: number, height: number): Promise<string | null> {
  if (bytes === null) return null;
  const cut = sharp(bytes, { limitInputPixels: limits.imagePixelsMax })
    .resize(width, height, { fit: 'cover' })
    .png({ compressionLevel: 1 });
  // A broken image is left out.
  const png = await cut.toBuffer().catch(() => null);
  return png === null ? null : `data:image/png;base64,${png.toString('base64')}`;
}
