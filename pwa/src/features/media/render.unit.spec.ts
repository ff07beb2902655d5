import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { render, type Surface, sentBytesMax } from './render.ts';

const close = vi.fn();
beforeEach(() => {
  close.mockClear();
  vi.stubGlobal('createImageBitmap', async () => ({ close }));
});
afterEach(() => vi.unstubAllGlobals());

const area = { x: 10, y: 20, width: 800, height: 800 };
const size = { width: 400, height: 400 };
const rendering = { file: new Blob(['picture']), area, size };

/** A canvas that encodes to a given size, and records its calls. */
function fakeCanvas(write: (type: string, quality: number) => { type: string; bytes: number }) {
  const drawImage = vi.fn();
  const fillRect = vi.fn();
  const asked: string[] = [];
  const surface: Surface = {
    context: {
      drawImage,
      fillRect,
      fillStyle: '',
      globalCompositeOperation: 'source-over',
      imageSmoothingQuality: 'low',
    },
    encode: async (type, quality) => {
      asked.push(`${type} ${quality}`);
      const written = write(type, quality);
      return new Blob([new Uint8Array(written.bytes)], { type: written.type });
    },
  };
  return { drawImage, fillRect, asked, surfaceOf: () => surface };
}

describe('a picture', () => {
  it('is cropped, scaled and encoded as WebP', async () => {
    const canvas = fakeCanvas((type) => ({ type, bytes: 10 }));
    expect(await render(rendering, canvas.surfaceOf)).toMatchObject({ type: 'image/webp', size: 10 });
    expect(canvas.drawImage).toHaveBeenCalledExactlyOnceWith({ close }, 10, 20, 800, 800, 0, 0, 400, 400);
    expect(canvas.asked).toEqual(['image/webp 0.9']);
    expect(canvas.fillRect).not.toHaveBeenCalled();
    expect(close).toHaveBeenCalledOnce();
  });

  it('is encoded again in lower quality until it has at most 1 MB', async () => {
    const canvas = fakeCanvas((type, quality) => ({
      type,
      bytes: quality > 0.8 ? sentBytesMax + 1 : sentBytesMax,
    }));
    expect((await render(rendering, canvas.surfaceOf)).size).toBe(sentBytesMax);
    expect(canvas.asked).toEqual(['image/webp 0.9', 'image/webp 0.7']);
  });

  it("becomes a JPEG on white if the browser can't encode WebP", async () => {
    const canvas = fakeCanvas((type) => ({ type: type === 'image/webp' ? 'image/png' : type, bytes: 10 }));
    expect((await render(rendering, canvas.surfaceOf)).type).toBe('image/jpeg');
    expect(canvas.fillRect).toHaveBeenCalledExactlyOnceWith(0, 0, 400, 400);
  });

  it('that never gets small enough is not sent', async () => {
    const canvas = fakeCanvas((type) => ({ type, bytes: sentBytesMax + 1 }));
    await expect(render(rendering, canvas.surfaceOf)).rejects.toThrow('small enough');
    expect(canvas.asked).toHaveLength(4);
  });
});
