import { isVisible } from '@pmcw/contracts';
import { v7 as uuidv7 } from 'uuid';
import { createStore, type Store } from '../../../base/storage/store.ts';
import type { Draft, MemberDatabase } from '../../../device/offline/database.ts';
import { removeIfEmpty } from '../../../device/offline/deletedMembers.ts';
import type { ConversationKey } from '../../../device/offline/keys.ts';
import { setAsides } from './draftSync.ts';
import { mergeDrafts } from './mergeDrafts.ts';

/** A draft to be sent, with the stored texts that it replaces. */
export interface TakenDraft extends Draft {
  readonly replaces: readonly string[];
}

/**
 * The text of one composer. Other tabs and devices change the stored draft too, so both are merged with the version on
 * which they last agreed: neither replaces a text that it has not seen.
 */
export class ComposerDraft {
  readonly shown: Store<Draft>;
  readonly #db: MemberDatabase;
  /** The stored draft that the shown one continues. */
  #base: Draft | undefined;
  #storing = '';
  #settling: Promise<void> | null = null;
  #isStale = false;

  constructor(db: MemberDatabase, conversation: ConversationKey) {
    this.#db = db;
    this.shown = createStore(emptyDraft(conversation));
  }

  write(text: string): void {
    this.shown.set({ ...this.shown.get(), text });
  }

  /** Empties the composer. */
  take(): TakenDraft {
    const taken = this.shown.get();
    this.shown.set(emptyDraft(taken.conversation));
    return { ...taken, replaces: [this.#base?.text ?? '', this.#storing] };
  }

  /** Returns a draft that could not be sent, before later text. */
  putBack({ conversation, id, text }: Draft): void {
    const later = this.shown.get().text;
    const draft = { conversation, id, text };
    this.shown.set(later === '' ? draft : after(draft, later));
  }

  /** Stores the shown text, and shows changes of the stored one. */
  settle(): Promise<void> {
    this.#isStale = true;
    this.#settling ??= this.#settleAll();
    return this.#settling;
  }

  async #settleAll(): Promise<void> {
    try {
      while (this.#isStale) {
        this.#isStale = false;
        await this.#settleOnce();
      }
    } finally {
      this.#settling = null;
    }
  }

  async #settleOnce(): Promise<void> {
    const draft = this.shown.get();
    const text = textOf(draft);
    this.#storing = text;
    const stored = await exchange(this.#db, this.#base, draft);
    if (stored === undefined && this.#base !== undefined) await removeEmptied(this.#db, draft.conversation);
    const current = this.shown.get();
    // Typing or sending continued.
    if (textOf(current) !== text) this.#isStale = true;
    if (textOf(stored) === text) {
      this.#base = stored;
      const id = stored?.id ?? draft.id;
      if (current.id === draft.id && id !== draft.id) this.shown.set({ ...current, id });
    } else if (textOf(this.#base) === '' && stored !== undefined) {
      this.#base = stored;
      // Text written before the stored draft was read follows it.
      this.shown.set(stored.text.includes(textOf(current)) ? stored : after(stored, current.text));
      this.#isStale = true;
    } else if (textOf(current) === text) {
      this.#base = stored;
      this.shown.set(stored ?? emptyDraft(draft.conversation));
    }
  }
}

/**
 * Stores a draft if the stored one still has the text of `base`. Otherwise the member has written in two places: with
 * no change here, or nothing to continue, nothing is written; else the other text is put aside.
 * @returns the stored draft afterwards
 */
function exchange(db: MemberDatabase, base: Draft | undefined, draft: Draft): Promise<Draft | undefined> {
  const { conversation, id, text } = draft;
  return db.transaction('rw', [db.drafts, db.draftAsides], async () => {
    const stored = await db.drafts.get(conversation);
    const [from, mine, theirs] = [textOf(base), textOf(draft), textOf(stored)];
    if (mine === theirs) return stored;
    if (theirs !== from) {
      if (mine === from || mine === '' || from === '') return stored;
      const aside = (await db.draftAsides.get(conversation))?.texts ?? [];
      const version = (text: string) => ({ text, aside });
      const merged = mergeDrafts(version(from), version(mine), version(theirs), true);
      await setAsides(db, conversation, merged.aside);
    }
    if (mine === '') {
      await db.drafts.delete(conversation);
      return undefined;
    }
    // Elsewhere it was sent under its id, or emptied.
    const written = { conversation, id: stored === undefined && id === base?.id ? uuidv7() : id, text };
    await db.drafts.put(written);
    return written;
  });
}

/** The draft may have been the last that was left of a conversation with a deleted member. */
function removeEmptied(db: MemberDatabase, key: ConversationKey): Promise<void> {
  return db.transaction('rw', db.tables, () => removeIfEmpty(db, key));
}

function emptyDraft(conversation: ConversationKey): Draft {
  return { conversation, id: uuidv7(), text: '' };
}

/** Drafts of white space only are not stored. */
const textOf = (draft: Draft | undefined): string =>
  draft !== undefined && isVisible(draft.text) ? draft.text : '';

/** The original may have been sent after all, so a longer text is another message. */
const after = ({ conversation, text }: Draft, later: string): Draft => ({
  conversation,
  id: uuidv7(),
  text: `${text}\n${later}`,
});
