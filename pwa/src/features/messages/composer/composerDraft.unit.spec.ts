import { describe, expect, it } from 'vitest';
import type { Draft } from '../../../device/offline/database.ts';
import { type ComposerState, draftAfter, putBefore } from './composerDraft.ts';

const draft = (id: string, text: string): Draft => ({ conversation: 'member:2', id, text });
const state = (change: Partial<ComposerState> = {}): ComposerState => ({
  shown: draft('new', ''),
  held: new Set(['old', 'new']),
  isKept: false,
  isDirty: false,
  ...change,
});

describe('a composer whose draft changes on the device', () => {
  it('shows the draft of the last visit', () => {
    expect(draftAfter(state(), draft('kept', 'half a thought'))).toEqual(draft('kept', 'half a thought'));
  });

  it('takes no notice of its own writing that comes back late, sent or not', () => {
    const shown = draft('new', 'next');
    expect(draftAfter(state({ shown }), draft('old', 'sent already'))).toBeNull();
    expect(draftAfter(state({ shown }), draft('new', 'nex'))).toBeNull();
    expect(draftAfter(state(), draft('old', 'sent already'))).toBeNull();
  });

  it('puts a refused message to edit in front of what is being written', () => {
    const shown = draft('new', 'begun');
    const merged = draft('edit', 'refused\nbegun');
    expect(draftAfter(state({ shown }), merged)).toEqual(merged);
    expect(draftAfter(state({ shown }), draft('edit', 'refused'))).toEqual(merged);
  });

  it('shows what another device made of the draft, shorter too, and loses nothing that is just being written', () => {
    const shown = draft('new', 'so long');
    const theirs = draft('theirs', 'so what');
    expect(draftAfter(state({ shown, isKept: true }), theirs)).toEqual(theirs);
    expect(draftAfter(state({ shown, isKept: true, isDirty: true }), theirs)).toEqual(
      draft('theirs', 'so what\nso long'),
    );
  });

  it('empties when its draft was sent in another tab or on another device, but never under the hands of a writer', () => {
    const shown = draft('new', 'shared');
    expect(draftAfter(state({ shown, isKept: true }), undefined)).toBe('empty');
    expect(draftAfter(state({ shown, isKept: true, isDirty: true }), undefined)).toBeNull();
    expect(draftAfter(state({ shown }), undefined)).toBeNull();
    // White space alone is not kept, but it is not taken away either.
    expect(draftAfter(state({ shown: draft('new', '  '), isKept: true }), undefined)).toBeNull();
  });
});

describe('a text that could not be sent', () => {
  it('stands again as it was, to be sent as the same message', () => {
    expect(putBefore(draft('taken', 'hello'), draft('new', ''))).toEqual(draft('taken', 'hello'));
  });

  it('stands before what came meanwhile, and is another message then', () => {
    const both = putBefore(draft('taken', 'hello'), draft('edit', 'refused'));
    expect(both.text).toBe('hello\nrefused');
    expect(both.id).not.toBe('taken');
    expect(both.id).not.toBe('edit');
  });
});
