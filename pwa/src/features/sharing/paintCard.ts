import {
  type CardBox,
  type CardFont,
  type CardPart,
  type CardText,
  type MeasureText,
  shareCard,
} from '@pmcw/contracts';

interface CardImages {
  readonly face: HTMLImageElement | null;
  readonly background: HTMLImageElement | null;
}

/** The app's font; other scripts fall back to the device's. */
export const cardFont = ({ size, weight }: CardFont): string =>
  `${weight} ${size}px "Inter Variable", system-ui, sans-serif`;

export function measureOn(canvas: CanvasRenderingContext2D): MeasureText {
  return (text, font) => {
    canvas.font = cardFont(font);
    return canvas.measureText(text).width;
  };
}

export function paintCard(
  canvas: CanvasRenderingContext2D,
  parts: readonly CardPart[],
  images: CardImages,
): void {
  for (const part of parts) {
    canvas.save();
    paintPart(canvas, part, images);
    canvas.restore();
  }
}

function paintPart(canvas: CanvasRenderingContext2D, part: CardPart, images: CardImages): void {
  switch (part.kind) {
    case 'box':
      paintShape(canvas, roundedBox(part, part.radius), part.fill, part.line, 1.5);
      break;
    case 'image':
      paintImage(canvas, images[part.of], part, part.radius);
      break;
    case 'glow':
      paintGlow(canvas, part);
      break;
    case 'veil':
      paintVeil(canvas, part);
      break;
    case 'path':
      paintPath(canvas, part);
      break;
    case 'text':
      paintText(canvas, part);
      break;
  }
}

function roundedBox({ x, y, width, height }: CardBox, radius: number): Path2D {
  const path = new Path2D();
  path.roundRect(x, y, width, height, radius);
  return path;
}

function paintShape(
  canvas: CanvasRenderingContext2D,
  path: Path2D,
  fill: string | undefined,
  line: string | undefined,
  lineWidth: number,
): void {
  if (fill !== undefined) {
    canvas.fillStyle = fill;
    canvas.fill(path);
  }
  if (line !== undefined) {
    canvas.strokeStyle = line;
    canvas.lineWidth = lineWidth;
    canvas.stroke(path);
  }
}

/** Covers the box with the image's center. */
function paintImage(
  canvas: CanvasRenderingContext2D,
  image: HTMLImageElement | null,
  box: CardBox,
  radius: number,
): void {
  if (image === null) return;
  const scale = Math.max(box.width / image.naturalWidth, box.height / image.naturalHeight);
  const [width, height] = [box.width / scale, box.height / scale];
  const [x, y] = [(image.naturalWidth - width) / 2, (image.naturalHeight - height) / 2];
  canvas.clip(roundedBox(box, radius));
  canvas.imageSmoothingQuality = 'high';
  canvas.drawImage(image, x, y, width, height, box.x, box.y, box.width, box.height);
}

function paintGlow(canvas: CanvasRenderingContext2D, glow: Extract<CardPart, { kind: 'glow' }>): void {
  const gradient = canvas.createRadialGradient(0, 0, 0, 0, 0, glow.radius);
  for (const [at, color] of glow.stops) gradient.addColorStop(at, color);
  canvas.translate(glow.x, glow.y);
  canvas.scale(1, glow.flatness);
  canvas.fillStyle = gradient;
  canvas.fillRect(-shareCard.width, -shareCard.width, 2 * shareCard.width, 2 * shareCard.width);
}

function paintVeil(
  canvas: CanvasRenderingContext2D,
  { color, stops }: Extract<CardPart, { kind: 'veil' }>,
): void {
  const gradient = canvas.createLinearGradient(0, 0, shareCard.width, 0);
  for (const [at, opacity] of stops) gradient.addColorStop(at, color + hexOf(opacity));
  canvas.fillStyle = gradient;
  canvas.fillRect(0, 0, shareCard.width, shareCard.height);
}

const hexOf = (opacity: number) =>
  Math.round(opacity * 255)
    .toString(16)
    .padStart(2, '0');

function paintPath(canvas: CanvasRenderingContext2D, part: Extract<CardPart, { kind: 'path' }>): void {
  canvas.translate(part.x, part.y);
  canvas.scale(part.scale, part.scale);
  canvas.globalAlpha = part.opacity ?? 1;
  canvas.lineCap = 'round';
  canvas.lineJoin = 'round';
  paintShape(canvas, new Path2D(part.d), part.fill, part.line, part.lineWidth ?? 1);
}

function paintText(canvas: CanvasRenderingContext2D, part: CardText): void {
  canvas.font = cardFont(part.font);
  canvas.textAlign = part.align;
  canvas.direction = part.direction;
  canvas.fillStyle = part.color;
  canvas.fillText(part.text, part.x, part.baseline);
}
