import type { Draft } from '../offline/database.ts';

/** What a composer knows when the device's draft changes. */
export interface ComposerState {
  readonly shown: Draft;
  /** Every draft that this composer has had: its own writing comes back to it late, and is no news. */
  readonly held: ReadonlySet<string>;
  /** Whether the shown draft was the one on the device until now. */
  readonly isKept: boolean;
  readonly isFocused: boolean;
}

/**
 * What a composer shows after the draft on the device changed; null when it goes on as it is. A draft from elsewhere
 * (a refused message to edit, another tab) comes in front of what is being written; no text is ever lost to it.
 * @param stored undefined when there is none on the device
 */
export function draftAfter(state: ComposerState, stored: Draft | undefined): Draft | 'empty' | null {
  const { shown, held, isKept, isFocused } = state;
  if (stored === undefined) return isKept && !isFocused && shown.text !== '' ? 'empty' : null;
  if (held.has(stored.id)) return null;
  if (shown.text === '' || stored.text.includes(shown.text)) return stored;
  return { ...stored, text: `${stored.text}\n${shown.text}` };
}
