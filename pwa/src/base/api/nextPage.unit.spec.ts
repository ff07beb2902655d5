import { describe, expect, it } from 'vitest';
import { nextPage } from './nextPage.ts';

const answer = (link?: string) => new Response('[]', link === undefined ? {} : { headers: { link } });

describe('nextPage', () => {
  it.each([
    ['</api/messages/2?before=55&limit=50>; rel="next"', '55'],
    ['</api/x?before=5.2>; rel=next', '5.2'],
    ['</api/x?before=1>; rel="prev", </api/x?before=9%2F1>; rel="next"', '9/1'],
  ])('of %s is %s', (link, before) => {
    expect(nextPage(answer(link))).toBe(before);
  });

  it.each([undefined, '</api/x?before=1>; rel="prev"', '</api/x>; rel="next"'])('of %s is none', (link) => {
    expect(nextPage(answer(link))).toBeNull();
  });
});
