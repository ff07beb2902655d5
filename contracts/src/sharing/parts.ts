/** In pixels (spec §9 "Share image"). */
export const shareCard = { width: 1200, height: 630, bioWidth: 650, tilesPerRow: 3 } as const;

export interface CardFont {
  readonly size: number;
  readonly weight: 500 | 700;
}

/** In pixels. Painter and measure must use the same fonts. */
export type MeasureText = (text: string, font: CardFont) => number;

/** Offset from 0 to 1. */
export type ColorStop = readonly [at: number, color: string];

export interface CardBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The end if aligned to the right. */
export interface CardText {
  readonly kind: 'text';
  readonly text: string;
  readonly x: number;
  readonly baseline: number;
  readonly font: CardFont;
  readonly color: string;
  readonly align: 'left' | 'center' | 'right';
  /** By the first letter with a direction. */
  readonly direction: 'ltr' | 'rtl';
}

/** Later ones are painted over earlier ones. Colours are `#rrggbb`; opacity defaults to 1. */
export type CardPart =
  | ({
      readonly kind: 'box';
      readonly radius: number;
      readonly fill?: string;
      readonly line?: string;
    } & CardBox)
  | ({
      readonly kind: 'image';
      readonly of: 'face' | 'background';
      readonly radius: number;
    } & CardBox)
  | {
      readonly kind: 'glow';
      readonly x: number;
      readonly y: number;
      readonly radius: number;
      /** Height relative to width. */
      readonly flatness: number;
      readonly stops: readonly ColorStop[];
    }
  | { readonly kind: 'veil'; readonly color: string; readonly stops: readonly (readonly [number, number])[] }
  | {
      readonly kind: 'path';
      /** SVG path data. */
      readonly d: string;
      readonly x: number;
      readonly y: number;
      readonly scale: number;
      readonly fill?: string;
      readonly line?: string;
      readonly lineWidth?: number;
      readonly opacity?: number;
    }
  | CardText;
