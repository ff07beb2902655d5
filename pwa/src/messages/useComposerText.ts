import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useEffect, useRef, useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import type { Draft, MemberDatabase } from '../offline/database.ts';
import type { ConversationKey } from '../offline/keys.ts';

/** Pause in typing after which a draft is kept, in milliseconds. */
const keepAfterMs = 300;

/** What stands in a composer. */
export interface ComposerText {
  readonly text: string;
  readonly setText: (text: string) => void;
  /** Empties the composer and hands over what stood there. */
  readonly take: () => Draft;
  /** Puts back what was taken. */
  readonly putBack: (draft: Draft) => void;
  /** Keeps the draft now. */
  readonly keep: () => void;
}

/**
 * The text of a conversation's composer, kept as a draft while it is typed. A draft that comes from elsewhere (a
 * refused message to edit, another tab) replaces the text, but never one that is being typed.
 */
export function useComposerText(
  db: MemberDatabase,
  conversation: ConversationKey,
  isFocused: () => boolean,
): ComposerText {
  const [draft, setDraft] = useState(() => emptyDraft(conversation));
  const current = useRef(draft);
  const isDirty = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stored = useLiveQuery(async () => ({ draft: await db.drafts.get(conversation) }), [db, conversation]);

  const show = useCallback((next: Draft) => {
    current.current = next;
    setDraft(next);
  }, []);
  const keep = useCallback(() => {
    clearTimeout(timer.current);
    if (!isDirty.current) return;
    isDirty.current = false;
    keepDraft(db, current.current).catch((error: unknown) => console.error('A draft was not kept', error));
  }, [db]);
  const setText = useCallback(
    (text: string) => {
      show({ ...current.current, text });
      isDirty.current = true;
      clearTimeout(timer.current);
      timer.current = setTimeout(keep, keepAfterMs);
    },
    [show, keep],
  );
  const take = useCallback(() => {
    clearTimeout(timer.current);
    isDirty.current = false;
    const taken = current.current;
    show(emptyDraft(conversation));
    return taken;
  }, [show, conversation]);

  useEffect(() => {
    if (stored === undefined || isDirty.current) return;
    const { id, text } = current.current;
    if (stored.draft === undefined) {
      // Sent or cleared in another tab.
      if (text !== '' && !isFocused()) show(emptyDraft(conversation));
    } else if (stored.draft.id !== id || (stored.draft.text !== text && !isFocused())) show(stored.draft);
  }, [stored, show, conversation, isFocused]);
  useEffect(() => {
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [keep]);

  return { text: draft.text, setText, take, putBack: show, keep };
}

function emptyDraft(conversation: ConversationKey): Draft {
  return { conversation, id: uuidv7(), text: '' };
}

async function keepDraft(db: MemberDatabase, draft: Draft): Promise<void> {
  if (draft.text.trim() === '') await db.drafts.delete(draft.conversation);
  else await db.drafts.put(draft);
}
