import { describe, expect, it } from 'vitest';
import type { Draft } from '../../../device/offline/database.ts';
import { type ComposerState, draftAfter, prependDraft } from './composerDraft.ts';

const draft = (id: string, text: string): Draft => ({ conversation: 'member:2', id, text });
const state = (change: Partial<ComposerState> = {}): ComposerState => ({
  shown: draft('new', ''),
  held: new Set(['old', 'new']),
  isKept: false,
  isDirty: false,
  ...change,
});

describe('a composer when the stored draft changes', () => {
  it('shows the draft of the last visit', () => {
    expect(draftAfter(state(), draft('kept', 'half a thought'))).toEqual(draft('kept', 'half a thought'));
  });

  it('ignores late reports of its own writes, sent or not', () => {
    const shown = draft('new', 'next');
    expect(draftAfter(state({ shown }), draft('old', 'sent already'))).toBeNull();
    expect(draftAfter(state({ shown }), draft('new', 'nex'))).toBeNull();
    expect(draftAfter(state(), draft('old', 'sent already'))).toBeNull();
  });

  it('puts a refused message to edit before the text being written', () => {
    const shown = draft('new', 'begun');
    const merged = draft('edit', 'refused\nbegun');
    expect(draftAfter(state({ shown }), merged)).toEqual(merged);
    expect(draftAfter(state({ shown }), draft('edit', 'refused'))).toEqual(merged);
  });

  it("shows another device's version of the draft, even a shorter one, and loses no text being written", () => {
    const shown = draft('new', 'so long');
    const theirs = draft('theirs', 'so what');
    expect(draftAfter(state({ shown, isKept: true }), theirs)).toEqual(theirs);
    expect(draftAfter(state({ shown, isKept: true, isDirty: true }), theirs)).toEqual(
      draft('theirs', 'so what\nso long'),
    );
  });

  it('is emptied when its draft was sent from another tab or device, but never while the member writes', () => {
    const shown = draft('new', 'shared');
    expect(draftAfter(state({ shown, isKept: true }), undefined)).toBe('empty');
    expect(draftAfter(state({ shown, isKept: true, isDirty: true }), undefined)).toBeNull();
    expect(draftAfter(state({ shown }), undefined)).toBeNull();
    // A draft of white space only is not stored, but not removed from the composer either.
    expect(draftAfter(state({ shown: draft('new', '  '), isKept: true }), undefined)).toBeNull();
  });
});

describe('a text that could not be sent', () => {
  it('comes back unchanged, to be sent as the same message', () => {
    expect(prependDraft(draft('taken', 'hello'), draft('new', ''))).toEqual(draft('taken', 'hello'));
  });

  it('comes back before text written since, as a new message', () => {
    const both = prependDraft(draft('taken', 'hello'), draft('edit', 'refused'));
    expect(both.text).toBe('hello\nrefused');
    expect(both.id).not.toBe('taken');
    expect(both.id).not.toBe('edit');
  });
});
