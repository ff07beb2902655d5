import { ground } from './ground.ts';
import { ink, mark } from './ink.ts';
import { wrapped } from './lines.ts';
import { type CardFont, type CardPart, type MeasureText, shareCard } from './parts.ts';

const margin = 88;
const font: CardFont = { size: 76, weight: 700 };
const lineHeight = 88;

export function siteCardParts(name: string, promise: string, measure: MeasureText): CardPart[] {
  const at = { kind: 'path', x: margin - 20, y: 84, scale: 2.4 } as const;
  const text = { kind: 'text', align: 'left', direction: 'ltr', color: ink.fg } as const;
  const lines = wrapped(promise, 800, 3, font, measure);
  const lastBaseline = shareCard.height - 104;
  return [
    ...ground(name, false),
    { ...at, d: mark.key, line: ink.fg, lineWidth: 3.2 },
    { ...at, d: mark.eye, fill: ink.gold },
    { ...text, text: name, x: margin + 66, baseline: 144, font: { size: 46, weight: 700 } },
    ...lines.map((line, i): CardPart => {
      const baseline = lastBaseline - (lines.length - 1 - i) * lineHeight;
      return { ...text, text: line, x: margin, baseline, font };
    }),
  ];
}
