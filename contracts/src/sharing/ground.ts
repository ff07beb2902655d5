import { hueOf } from '../profiles/hue.ts';
import { rosetteOf } from '../profiles/rosette.ts';
import { oklch } from './colors.ts';
import { ink } from './ink.ts';
import { type CardPart, shareCard } from './parts.ts';

/** Gold, for the administrator. */
const adminHue = 84;
const rosette = { x: 1010, y: 178, scale: 0.37 } as const;

const whole = { x: 0, y: 0, width: shareCard.width, height: shareCard.height, radius: 0 } as const;

/** The member's image under a veil, or their hue and rosette. */
export function ground(username: string, hasBackground: boolean): CardPart[] {
  const canvas: CardPart = { kind: 'box', ...whole, fill: ink.canvas };
  if (!hasBackground) return [canvas, glow(username), rosettePart(username)];
  return [
    canvas,
    { kind: 'image', of: 'background', ...whole },
    {
      kind: 'veil',
      color: ink.canvas,
      stops: [
        [0, 0.92],
        [0.55, 0.86],
        [1, 0.58],
      ],
    },
  ];
}

function glow(username: string): CardPart {
  const hue = username === 'admin' ? adminHue : hueOf(username);
  return {
    kind: 'glow',
    x: rosette.x,
    y: rosette.y,
    radius: 900,
    flatness: 0.8,
    stops: [
      [0, oklch(0.4, 0.085, hue)],
      [0.4, oklch(0.26, 0.055, hue + 18)],
      [1, ink.canvas],
    ],
  };
}

function rosettePart(username: string): CardPart {
  const line = username === 'admin' ? ink.gold : ink.fg;
  return { kind: 'path', d: rosetteOf(username), ...rosette, line, lineWidth: 2.4, opacity: 0.26 };
}

/** From the upper to the lower edge. */
export function faceColors(username: string): readonly [string, string] {
  const hue = hueOf(username);
  return [oklch(0.46, 0.08, hue), oklch(0.29, 0.05, hue + 30)];
}
