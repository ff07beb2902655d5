import { describe, expect, it } from 'vitest';
import { fileBytesMax, imageTypeOf, isAnimated, openImage } from './imageFile.ts';

const bytes = (text: string) => Uint8Array.from([...text].map((char) => char.charCodeAt(0)));
const gifPicture = '\x21\xf9\x04\x00\x00\x00\x00\x00\x2c....\x00';

describe('the type of a file', () => {
  it.each([
    ['\xff\xd8\xff\xe0....', 'image/jpeg'],
    ['\x89PNG\r\n\x1a\n', 'image/png'],
    ['RIFF\x00\x00\x00\x00WEBPVP8 ', 'image/webp'],
    ['GIF89a', 'image/gif'],
    ['GIF87a', 'image/gif'],
    ['\x00\x00\x00\x20ftypavif', 'image/avif'],
    ['<svg xmlns="http://www.w3.org/2000/svg">', null],
    ['RIFF\x00\x00\x00\x00WAVE', null],
    ['\x00\x00\x00\x20ftypheic', null],
    ['%PDF-1.7', null],
    ['', null],
  ])('%j is %s, whatever its name', (text, type) => {
    expect(imageTypeOf(bytes(text))).toBe(type);
  });
});

describe('an image', () => {
  it.each([
    ['GIF of two pictures', `GIF89a${gifPicture}${gifPicture}`],
    ['PNG with an animation chunk', '\x89PNG\r\n\x1a\n....IHDR........acTL....IDAT'],
    ['WebP with an animation chunk', 'RIFF\x00\x00\x00\x00WEBPVP8X..........ANIM'],
    ['AVIF sequence', '\x00\x00\x00\x20ftypavis'],
  ])('is animated: %s', (_what, text) => {
    expect(isAnimated(bytes(text))).toBe(true);
  });

  it.each([
    ['GIF of one picture', `GIF89a${gifPicture}`],
    ['PNG', '\x89PNG\r\n\x1a\n....IHDR....IDAT'],
    ['WebP', 'RIFF\x00\x00\x00\x00WEBPVP8 ....'],
    ['JPEG', '\xff\xd8\xff\xe0....'],
    ['AVIF', '\x00\x00\x00\x20ftypavif'],
  ])('is not animated: %s', (_what, text) => {
    expect(isAnimated(bytes(text))).toBe(false);
  });

  it('is refused unread if huge, and refused with another type', async () => {
    const huge = new File([], 'huge.png');
    Object.defineProperty(huge, 'size', { value: fileBytesMax + 1 });
    expect(await openImage(huge)).toBe('large');
    expect(await openImage(new File(['<svg/>'], 'logo.png', { type: 'image/png' }))).toBe('type');
  });
});
