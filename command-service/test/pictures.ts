import sharp from 'sharp';

/** Pictures for specs. */

interface Size {
  readonly width?: number;
  readonly height?: number;
}

/** A picture of one colour. */
export const plain = ({ width = 60, height = 40 }: Size = {}) =>
  sharp({ create: { width, height, channels: 3, background: '#c8a24a' }, limitInputPixels: false });

/** A picture of nothing but noise, which no format makes small. */
export const noise = (side: number) =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });

/** A photograph as a phone takes it: lying on its side, with where it was taken and by whom. */
export const photograph = () =>
  plain({ width: 60, height: 40 })
    .withExif({
      IFD0: { Artist: 'Ada Lovelace', Orientation: '6' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '51/1 30/1 0/1',
        GPSLongitudeRef: 'W',
        GPSLongitude: '0/1 7/1 0/1',
      },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

/** A GIF that moves, frame by frame. */
export const movingGif = (frames: number, side = 20): Promise<Buffer> => {
  const pixels = Buffer.alloc(side * side * frames * 3);
  for (let n = 0; n < frames; n += 1)
    pixels.fill((n * 40) % 256, n * side * side * 3, (n + 1) * side * side * 3);
  return sharp(pixels, { raw: { width: side, height: side * frames, channels: 3, pageHeight: side } })
    .gif({ loop: 0, delay: Array(frames).fill(50) })
    .toBuffer();
};
