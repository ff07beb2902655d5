import { describe, expect, it } from 'vitest';
import { isPublishedHere, publishing } from './published.ts';

describe('what this page publishes', () => {
  it('is known while it is under way, and by its id afterwards', async () => {
    const published = publishing(async () => ({ id: 'a' }));
    expect(isPublishedHere('any')).toBe(true);
    await published;
    expect([isPublishedHere('a'), isPublishedHere('b')]).toEqual([true, false]);
  });

  it('is nothing when it was refused', async () => {
    await expect(publishing(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    expect(isPublishedHere('c')).toBe(false);
  });
});
