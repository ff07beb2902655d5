import { isVisible } from '@pmcw/contracts';
import { v7 as uuidv7 } from 'uuid';
import type { Draft } from '../../../device/offline/database.ts';

export interface ComposerState {
  readonly shown: Draft;
  /** Ids of all drafts shown here, because the database reports this composer's own writes back late. */
  readonly held: ReadonlySet<string>;
  readonly isKept: boolean;
  readonly isDirty: boolean;
}

/**
 * Returns what to show after the stored draft changed; null for no change. A draft derived from the shown one replaces
 * it; any other (a refused message to edit) is put before the text being written, so none is lost.
 * @param stored undefined when none is stored
 */
export function draftAfter(state: ComposerState, stored: Draft | undefined): Draft | 'empty' | null {
  const { shown, held, isDirty } = state;
  // The author of the change knew the shown text exactly.
  const isKnown = state.isKept && !isDirty;
  if (stored === undefined) return isKnown && isVisible(shown.text) ? 'empty' : null;
  if (held.has(stored.id)) return null;
  if (isKnown || shown.text === '' || stored.text.includes(shown.text)) return stored;
  return { ...stored, text: `${stored.text}\n${shown.text}` };
}

/**
 * Returns an unsent draft followed by later text. A longer text gets a new id, because the original may have been sent
 * after all.
 */
export function prependDraft(taken: Draft, shown: Draft): Draft {
  return shown.text === '' ? taken : { ...taken, id: uuidv7(), text: `${taken.text}\n${shown.text}` };
}
