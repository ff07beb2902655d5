import { isVisible } from '@pmcw/contracts';
import { liveQuery } from 'dexie';
import { useCallback, useEffect, useRef, useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { askToPersistOnce } from '../../../base/storage/persistence.ts';
import type { Draft, MemberDatabase } from '../../../device/offline/database.ts';
import type { ConversationKey } from '../../../device/offline/keys.ts';
import { isOutdated } from '../../../device/offline/outdated.ts';
import { noteIfFull } from '../../../device/offline/storageTrouble.ts';
import { draftAfter, prependDraft } from '../drafts/composerDraft.ts';

const keepAfterMs = 300;

interface ComposerText {
  readonly text: string;
  readonly setText: (text: string) => void;
  /** Empties the composer and returns its draft. */
  readonly take: () => Draft;
  /** Puts a taken draft back, before later text. */
  readonly putBack: (draft: Draft) => void;
  readonly keep: () => void;
}

export function useComposerText(db: MemberDatabase, conversation: ConversationKey): ComposerText {
  const [shown, setShown] = useState(() => emptyDraft(conversation));
  const latest = useRef(shown);
  const held = useRef(new Set([shown.id]));
  const isDirty = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const show = useCallback((next: Draft) => {
    latest.current = next;
    held.current.add(next.id);
    setShown(next);
  }, []);
  const keep = useCallback(() => {
    clearTimeout(timer.current);
    if (!isDirty.current || isOutdated.get()) return;
    const draft = latest.current;
    keepDraft(db, draft, held.current).then(
      (isKept) => {
        if (isKept && latest.current === draft) isDirty.current = false;
        askToPersistOnce();
      },
      (error: unknown) => {
        if (!noteIfFull(error)) console.error('The draft could not be stored on this device', error);
      },
    );
  }, [db]);
  const setText = useCallback(
    (text: string) => {
      show({ ...latest.current, text });
      isDirty.current = true;
      clearTimeout(timer.current);
      timer.current = setTimeout(keep, keepAfterMs);
    },
    [show, keep],
  );
  const startAnew = useCallback(() => {
    clearTimeout(timer.current);
    isDirty.current = false;
    show(emptyDraft(conversation));
  }, [show, conversation]);
  const take = useCallback(() => {
    const taken = latest.current;
    startAnew();
    return taken;
  }, [startAnew]);

  const putBack = useCallback(
    (taken: Draft) => {
      show(prependDraft(taken, latest.current));
      isDirty.current = true;
      keep();
    },
    [show, keep],
  );

  useEffect(() => {
    const stored = liveQuery(() => db.drafts.get(conversation));
    let before: Draft | undefined;
    const watching = stored.subscribe({
      next: (draft) => {
        const { current: shown } = latest;
        const isKept = before?.id === shown.id;
        before = draft;
        const next = draftAfter({ shown, held: held.current, isKept, isDirty: isDirty.current }, draft);
        if (next === 'empty') startAnew();
        else if (next !== null) show(next);
        if (next !== null && next !== 'empty' && next !== draft) setText(next.text);
      },
      error: (error: unknown) => console.error('Drafts could not be read from this device', error),
    });
    return () => watching.unsubscribe();
  }, [db, conversation, show, setText, startAnew]);
  useEffect(() => {
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [keep]);

  return { text: shown.text, setText, take, putBack, keep };
}

function emptyDraft(conversation: ConversationKey): Draft {
  return { conversation, id: uuidv7(), text: '' };
}

/** Writes a draft unless an unseen one is stored, which `draftAfter` will merge. Returns whether it was written. */
function keepDraft(db: MemberDatabase, draft: Draft, held: ReadonlySet<string>): Promise<boolean> {
  return db.transaction('rw', db.drafts, async () => {
    const stored = await db.drafts.get(draft.conversation);
    if (stored !== undefined && !held.has(stored.id)) return false;
    if (!isVisible(draft.text)) await db.drafts.delete(draft.conversation);
    else await db.drafts.put(draft);
    return true;
  });
}
