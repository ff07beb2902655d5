import { limits } from '@pmcw/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DraftTexts, isSameDraft, mergeDrafts, noDraft } from './mergeDrafts.ts';

const draft = (text: string, ...aside: string[]): DraftTexts => ({ text, aside });
const merged = (base: DraftTexts, mine: DraftTexts, theirs: DraftTexts, isWriting = false) =>
  mergeDrafts(base, mine, theirs, isWriting);

describe('a draft that changed', () => {
  it('only elsewhere becomes that version: longer, shorter or sent', () => {
    const base = draft('hello');
    for (const theirs of ['hello you', 'hell', '']) {
      expect(merged(base, base, draft(theirs))).toEqual(draft(theirs));
      expect(merged(base, base, draft(theirs), true)).toEqual(draft(theirs));
    }
  });

  it('only here stays as it is here', () => {
    const base = draft('hello');
    for (const mine of ['hello you', 'hell', ''])
      expect(merged(base, draft(mine), base)).toEqual(draft(mine));
  });

  it('on both sides becomes the longer text if it contains the other', () => {
    expect(merged(draft('he'), draft('hello'), draft('hello you'))).toEqual(draft('hello you'));
    expect(merged(draft('he'), draft('hello you'), draft('hello'))).toEqual(draft('hello you'));
  });

  it('on both sides is otherwise kept twice, the longer text or the one being written in the composer', () => {
    const [base, mine, theirs] = [draft('so'), draft('so long'), draft('so what was that')];
    expect(merged(base, mine, theirs)).toEqual(draft('so what was that', 'so long'));
    expect(merged(base, theirs, mine)).toEqual(draft('so what was that', 'so long'));
    expect(merged(base, mine, theirs, true)).toEqual(draft('so long', 'so what was that'));
  });

  it('here and was sent elsewhere stays', () => {
    expect(merged(draft('hello'), draft('hello again'), noDraft)).toEqual(draft('hello again'));
    expect(merged(draft('hello'), noDraft, draft('hello again'))).toEqual(draft('hello again'));
  });

  it('offers a text aside until one device takes or dismisses it', () => {
    const base = draft('a text', 'another', 'a third');
    expect(merged(base, draft('a text', 'another'), base)).toEqual(draft('a text', 'another'));
    expect(merged(base, draft('a text', 'another'), draft('a text', 'a third', 'new'))).toEqual(
      draft('a text', 'new'),
    );
  });
});

const words = fc.constantFrom('', 'a', 'ab', 'ab c', 'b', 'longer', 'longer text', 'c d', 'x', ' ', 'ab c d');
const anyDraft = fc.record({
  text: words,
  aside: fc.uniqueArray(
    words.filter((text) => text.trim() !== ''),
    { maxLength: 2 },
  ),
});

describe('every text', () => {
  it('is in the composer or aside after a merge, unless its own side removed it', () => {
    fc.assert(
      fc.property(anyDraft, anyDraft, anyDraft, fc.boolean(), (base, mine, theirs, isWriting) => {
        const result = merged(base, mine, theirs, isWriting);
        const isThere = (text: string) =>
          text.trim() === '' || [result.text, ...result.aside].some((each) => each.includes(text));
        for (const side of [mine, theirs]) {
          if (side.text !== base.text) expect(isThere(side.text)).toBe(true);
          for (const text of side.aside) if (!base.aside.includes(text)) expect(isThere(text)).toBe(true);
        }
        // A shorter text replaces a longer one only if the other side had not changed it.
        if (result.text.length < mine.text.length && !isThere(mine.text)) expect(mine.text).toBe(base.text);
        if (result.text.length < theirs.text.length && !isThere(theirs.text))
          expect(theirs.text).toBe(base.text);
        expect(result.aside.length).toBeLessThanOrEqual(limits.draftAsides);
      }),
    );
  });

  it('converges on both sides while the member is not writing', () => {
    fc.assert(
      fc.property(anyDraft, anyDraft, anyDraft, (base, mine, theirs) => {
        const [here, there] = [merged(base, mine, theirs), merged(base, theirs, mine)];
        if (mine.text.length !== theirs.text.length) expect(isSameDraft(here, there)).toBe(true);
        // Once both sides agree, merging changes nothing.
        expect(isSameDraft(merged(here, here, here), here)).toBe(true);
      }),
    );
  });
});
