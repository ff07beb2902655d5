import sharp from 'sharp';

interface Size {
  readonly width?: number;
  readonly height?: number;
}

/** A picture of one color. */
export const plain = ({ width = 60, height = 40 }: Size = {}) =>
  sharp({ create: { width, height, channels: 3, background: '#c8a24a' }, limitInputPixels: false });

/** Noise, which compresses badly. */
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

/** A rotated photograph with metadata, as from a phone. */
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

/** An animated GIF. */
export const movingGif = (frames: number, side = 20): Promise<Buffer> => {
  const pixels = Buffer.alloc(side * side * frames * 3);
  for (let n = 0; n < frames; n += 1)
    pixels.fill((n * 40) % 256, n * side * side * 3, (n + 1) * side * side * 3);
  return sharp(pixels, { raw: { width: side, height: side * frames, channels: 3, pageHeight: side } })
    .gif({ loop: 0, delay: Array(frames).fill(50) })
    .toBuffer();
};
