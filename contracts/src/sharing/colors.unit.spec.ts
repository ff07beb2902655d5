import { describe, expect, it } from 'vitest';
import { oklch } from './colors.ts';

describe('oklch', () => {
  it.each([
    [0, 0, 0, '#000000'],
    [1, 0, 0, '#ffffff'],
    [0.628, 0.25768, 29.234, '#ff0000'],
    [0.86644, 0.294827, 142.4953, '#00ff00'],
    [0.45201, 0.313214, 264.052, '#0000ff'],
    [2, 0, 0, '#ffffff'],
  ])('of %d %d %d is %s', (lightness, chroma, hue, hex) => {
    expect(oklch(lightness, chroma, hue)).toBe(hex);
  });
});
