// What `Painter` runs beside the service: gets paintings one after the other, answers each with a PNG, or null when it could not.
import sharp from 'sharp';
import { loadFonts } from './fonts.ts';
import { type Painting, paint } from './paint.ts';

sharp.cache(false);
sharp.concurrency(1);
const fonts = loadFonts();

// Who started it is gone.
process.on('disconnect', () => process.exit());
process.on('message', async (painting: Painting) => {
  const png = await fonts.then((loaded) => paint(painting, loaded)).catch(() => null);
  process.send?.(png);
});
