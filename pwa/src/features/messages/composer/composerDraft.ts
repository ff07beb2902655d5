import { isVisible } from '@pmcw/contracts';
import { v7 as uuidv7 } from 'uuid';
import type { Draft } from '../../../device/offline/database.ts';

/** What a composer knows when the device's draft changes. */
export interface ComposerState {
  readonly shown: Draft;
  /** Every draft that this composer has had: its own writing comes back to it late, and is no news. */
  readonly held: ReadonlySet<string>;
  /** Whether the shown draft was the one on the device until now. */
  readonly isKept: boolean;
  /** Whether something was written that is not on the device yet. */
  readonly isDirty: boolean;
}

/**
 * What a composer shows after the draft on the device changed; null when it goes on as it is. A draft from elsewhere
 * that was made of what is shown takes its place; another one (a refused message to edit) comes in front of what is
 * just being written. No text is ever lost to it.
 * @param stored undefined when there is none on the device
 */
export function draftAfter(state: ComposerState, stored: Draft | undefined): Draft | 'empty' | null {
  const { shown, held, isDirty } = state;
  // Known to whoever changed the draft, to the letter.
  const isKnown = state.isKept && !isDirty;
  if (stored === undefined) return isKnown && isVisible(shown.text) ? 'empty' : null;
  if (held.has(stored.id)) return null;
  if (isKnown || shown.text === '' || stored.text.includes(shown.text)) return stored;
  return { ...stored, text: `${stored.text}\n${shown.text}` };
}

/**
 * A draft that was taken to be sent and was not, together with what has come into the composer since. With more text it has
 * an id of its own: as it was, it may have been sent after all.
 */
export function putBefore(taken: Draft, shown: Draft): Draft {
  return shown.text === '' ? taken : { ...taken, id: uuidv7(), text: `${taken.text}\n${shown.text}` };
}
