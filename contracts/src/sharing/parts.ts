/** The picture of a profile, in pixels (spec §9 "Share image"). */
export const shareCard = { width: 1200, height: 630, bioWidth: 650, tilesPerRow: 3 } as const;

/** A size in pixels and a weight of the text face. */
export interface CardFont {
  readonly size: number;
  readonly weight: 500 | 700;
}

/** How wide a text is in a font, in pixels. Whoever paints also measures, with the same fonts. */
export type MeasureText = (text: string, font: CardFont) => number;

/** A place on a gradient, from 0 to 1, and the colour there. */
export type ColorStop = readonly [at: number, color: string];

/** A rectangle. */
export interface CardBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Lines of text stand on `baseline`; `x` is their start, or their end where they are aligned to the right. */
export interface CardText {
  readonly kind: 'text';
  readonly text: string;
  readonly x: number;
  readonly baseline: number;
  readonly font: CardFont;
  readonly color: string;
  readonly align: 'left' | 'center' | 'right';
  /** By the first letter that has a direction. */
  readonly direction: 'ltr' | 'rtl';
}

/**
 * One thing to paint. A picture is a list of them, each painted over those before it; colours are `#rrggbb`, and an
 * opacity is 1 where none is given.
 */
export type CardPart =
  | ({
      readonly kind: 'box';
      readonly radius: number;
      readonly fill?: string;
      readonly line?: string;
    } & CardBox)
  | ({
      readonly kind: 'image';
      /** The member's own; a part is there only where the image is. */
      readonly of: 'face' | 'background';
      readonly radius: number;
    } & CardBox)
  | {
      readonly kind: 'glow';
      readonly x: number;
      readonly y: number;
      readonly radius: number;
      /** How high the glow is for its width. */
      readonly flatness: number;
      readonly stops: readonly ColorStop[];
    }
  /** A veil over the whole picture, from left to right: opacities of one colour. */
  | { readonly kind: 'veil'; readonly color: string; readonly stops: readonly (readonly [number, number])[] }
  | {
      readonly kind: 'path';
      /** SVG path data. */
      readonly d: string;
      readonly x: number;
      readonly y: number;
      readonly scale: number;
      /** Degrees, clockwise. */
      readonly turn?: number;
      readonly fill?: string;
      readonly line?: string;
      /** Before scaling. */
      readonly lineWidth?: number;
      readonly opacity?: number;
    }
  | CardText;
