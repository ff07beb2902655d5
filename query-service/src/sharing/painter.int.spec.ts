import { afterEach, describe, expect, it } from 'vitest';
import type { Painting } from './paint.ts';
import { Painter, type PainterOptions } from './painter.ts';

const opened: Painter[] = [];
afterEach(() => {
  for (const painter of opened.splice(0)) painter.close();
});
function open(options?: Partial<PainterOptions>): Painter {
  const painter = new Painter({ timeoutMs: 20_000, idleMs: 60_000, ...options });
  opened.push(painter);
  return painter;
}

const whole = { x: 0, y: 0, width: 1200, height: 630, radius: 0 } as const;
const red: Painting = {
  parts: [{ kind: 'box', ...whole, fill: '#ff0000' }],
  images: { face: null, background: null },
};
const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

describe('the painter', () => {
  it('starts on demand, and ends when idle', async () => {
    const painter = open({ idleMs: 1 });
    expect(painter.isRunning).toBe(false);
    const png = await painter.paint(red);
    expect(png.subarray(0, 4)).toEqual(pngStart);
    await expect.poll(() => painter.isRunning).toBe(false);
    expect((await painter.paint(red)).equals(png)).toBe(true);
  });

  it('paints without an invalid image', async () => {
    const face = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/> not an image');
    const parts = [...red.parts, { kind: 'image', of: 'face', ...whole } as const];
    const png = await open().paint({ parts, images: { face, background: null } });
    expect(png.subarray(0, 4)).toEqual(pngStart);
  });

  it('aborts what takes too long, and continues with the next', async () => {
    const hurried = open({ timeoutMs: 1 });
    await expect(hurried.paint(red)).rejects.toMatchObject({ code: 'unavailable', retryAfter: 5 });
    expect(hurried.isRunning).toBe(false);
    await expect(hurried.paint(red)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('fails a picture in progress when it is closed', async () => {
    const painter = open();
    const painting = painter.paint(red);
    const refused = expect(painting).rejects.toMatchObject({ code: 'unavailable' });
    await expect.poll(() => painter.isRunning).toBe(true);
    painter.close();
    await refused;
    expect((await painter.paint(red)).subarray(0, 4)).toEqual(pngStart);
  });

  it('leaks no listeners, however many it paints', async () => {
    const painter = open();
    const warnings: string[] = [];
    const keep = ({ name }: Error) => void warnings.push(name);
    process.on('warning', keep);
    for (let n = 0; n < 12; n += 1) await painter.paint(red);
    process.off('warning', keep);
    expect(warnings).toEqual([]);
  });
});
