/** A part of a picture, in pixels or percent. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** In pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

export function cropSize({ width, height }: Size, longestSide: number): Size {
  const scale = Math.min(1, longestSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Places the whole picture in percent of a frame that shows only `area`. */
export function placeOf(area: Area): { left: string; top: string; width: string; height: string } {
  const percent = (share: number) => `${share * 100}%`;
  return {
    left: percent(-area.x / area.width),
    top: percent(-area.y / area.height),
    width: percent(100 / area.width),
    height: percent(100 / area.height),
  };
}
