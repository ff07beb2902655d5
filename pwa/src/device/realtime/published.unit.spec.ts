import { describe, expect, it } from 'vitest';
import { isPublishedHere, publishHere } from './published.ts';

describe('notifications published by this page', () => {
  it('are recognized during the request, and by id afterwards', async () => {
    const published = publishHere(async () => ({ id: 'a' }));
    expect(isPublishedHere('any')).toBe(true);
    await published;
    expect([isPublishedHere('a'), isPublishedHere('b')]).toEqual([true, false]);
  });

  it('are none if refused', async () => {
    await expect(publishHere(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    expect(isPublishedHere('c')).toBe(false);
  });
});
