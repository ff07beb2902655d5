/** A part of a picture: of its pixels, or of its sides in percent. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Width and height in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** How large a cut-out is drawn: its longest side at most so long, and never larger than it is. */
export function cropSize({ width, height }: Size, longestSide: number): Size {
  const scale = Math.min(1, longestSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Where a whole picture lies, in percent of a frame that shows only a part of it. */
export function placeOf(area: Area): { left: string; top: string; width: string; height: string } {
  const percent = (share: number) => `${share * 100}%`;
  return {
    left: percent(-area.x / area.width),
    top: percent(-area.y / area.height),
    width: percent(100 / area.width),
    height: percent(100 / area.height),
  };
}
