import { limits } from '@pmcw/contracts';
import { describe, expect, it } from 'vitest';
import { cropSize, placeOf } from './cropSize.ts';

describe('the size of a crop', () => {
  it.each([
    [{ width: 4000, height: 4000 }, limits.avatarSideMax, { width: 400, height: 400 }],
    [{ width: 400, height: 400 }, limits.avatarSideMax, { width: 400, height: 400 }],
    [{ width: 3600, height: 1200 }, limits.backgroundSideMax, { width: 1200, height: 400 }],
    [{ width: 1000, height: 333 }, limits.backgroundSideMax, { width: 1000, height: 333 }],
    [{ width: 300, height: 2400 }, limits.backgroundSideMax, { width: 150, height: 1200 }],
    [{ width: 5000, height: 1 }, limits.backgroundSideMax, { width: 1200, height: 1 }],
  ])('of %j with at most %i a side is %j', (area, longest, size) => {
    expect(cropSize(area, longest)).toEqual(size);
  });
});

describe('the position of a picture behind its preview', () => {
  it('fills the frame with the crop', () => {
    expect(placeOf({ x: 0, y: 0, width: 100, height: 100 })).toEqual({
      left: '0%',
      top: '0%',
      width: '100%',
      height: '100%',
    });
    expect(placeOf({ x: 25, y: 50, width: 50, height: 25 })).toEqual({
      left: '-50%',
      top: '-200%',
      width: '200%',
      height: '400%',
    });
  });
});
