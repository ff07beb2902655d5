// Child process of `Painter`: answers each painting with a PNG, or null on failure.
import sharp from 'sharp';
import { loadFonts } from './fonts.ts';
import { type Painting, paint } from './paint.ts';

sharp.cache(false);
sharp.concurrency(1);
const fonts = loadFonts();

// The parent is gone.
process.on('disconnect', () => process.exit());
process.on('message', async (painting: Painting) => {
  const png = await fonts.then((loaded) => paint(painting, loaded)).catch(() => null);
  process.send?.(png);
});
