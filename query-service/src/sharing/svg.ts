import { type CardPart, type CardText, shareCard } from '@pmcw/contracts';
import satori from 'satori';
import type { CardFonts } from './fonts.ts';

/** `data:` URLs of PNG or JPEG. */
export interface CardImages {
  readonly face: string | null;
  readonly background: string | null;
}

/** Draws all texts as outlines, so that the SVG needs no fonts. */
export async function cardSvg(
  parts: readonly CardPart[],
  images: CardImages,
  fonts: CardFonts,
): Promise<string> {
  const { width, height } = shareCard;
  const shapes = parts.map((part, i) => shapeOf(part, images, `p${i}`)).join('');
  const words = await outlines(
    parts.filter((part) => part.kind === 'text'),
    fonts,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${shapes}${words}</svg>`;
}

/** Of Inter, in em: in a line as high as both, the baseline is below the ascent. */
const face = { ascent: 0.96875, descent: 0.2412 } as const;

function outlines(texts: readonly CardText[], { faces, family, measure }: CardFonts): Promise<string> {
  const children = texts.map(({ text, x, baseline, font, color, align }) => {
    const width = measure(text, font);
    const left = align === 'left' ? x : align === 'center' ? x - width / 2 : x - width;
    const style = {
      ...{ position: 'absolute', left, top: baseline - face.ascent * font.size, color },
      ...{ fontSize: font.size, fontWeight: font.weight, lineHeight: face.ascent + face.descent },
      whiteSpace: 'pre',
    };
    return { type: 'div', key: null, props: { style, children: text } };
  });
  const root = {
    type: 'div',
    key: null,
    props: { style: { display: 'flex', width: '100%', height: '100%', fontFamily: family }, children },
  };
  return satori(root, { width: shareCard.width, height: shareCard.height, fonts: faces });
}

function shapeOf(part: CardPart, images: CardImages, id: string): string {
  switch (part.kind) {
    case 'box': {
      const { x, y, width, height, radius, fill = 'none', line } = part;
      const edge = line === undefined ? '' : ` stroke="${line}" stroke-width="1.5"`;
      return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"${edge}/>`;
    }
    case 'image': {
      const { x, y, width, height, radius } = part;
      const box = `x="${x}" y="${y}" width="${width}" height="${height}"`;
      return `<clipPath id="${id}"><rect ${box} rx="${radius}"/></clipPath><image ${box} href="${images[part.of] ?? ''}" preserveAspectRatio="xMidYMid slice" clip-path="url(#${id})"/>`;
    }
    case 'glow': {
      const stops = part.stops.map(([at, color]) => `<stop offset="${at}" stop-color="${color}"/>`).join('');
      const place = `translate(${part.x} ${part.y}) scale(1 ${part.flatness})`;
      return `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="${part.radius}" gradientTransform="${place}">${stops}</radialGradient>${whole(id)}`;
    }
    case 'veil': {
      const stops = part.stops.map(
        ([at, opacity]) => `<stop offset="${at}" stop-color="${part.color}" stop-opacity="${opacity}"/>`,
      );
      return `<linearGradient id="${id}">${stops.join('')}</linearGradient>${whole(id)}`;
    }
    case 'path': {
      const { d, x, y, scale, fill = 'none', line = 'none', lineWidth = 1, opacity = 1 } = part;
      const place = `translate(${x} ${y}) scale(${scale})`;
      return `<path d="${d}" transform="${place}" fill="${fill}" stroke="${line}" stroke-width="${lineWidth}" stroke-linecap="round" stroke-linejoin="round" opacity="${opacity}"/>`;
    }
    case 'text':
      return '';
  }
}

const whole = (id: string) =>
  `<rect width="${shareCard.width}" height="${shareCard.height}" fill="url(#${id})"/>`;
