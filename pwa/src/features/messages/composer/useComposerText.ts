import { liveQuery } from 'dexie';
import { useCallback, useEffect, useRef, useState } from 'react';
import { askToPersistOnce } from '../../../base/storage/persistence.ts';
import { useStore } from '../../../base/storage/store.ts';
import type { Draft, MemberDatabase } from '../../../device/offline/database.ts';
import type { ConversationKey } from '../../../device/offline/keys.ts';
import { isOutdated } from '../../../device/offline/outdated.ts';
import { noteIfFull } from '../../../device/offline/storageTrouble.ts';
import { ComposerDraft, type TakenDraft } from '../drafts/composerDraft.ts';

const keepAfterMs = 300;

interface ComposerText {
  readonly text: string;
  readonly setText: (text: string) => void;
  /** Empties the composer and returns its draft. */
  readonly take: () => TakenDraft;
  /** Puts a taken draft back, before later text. */
  readonly putBack: (draft: Draft) => void;
  readonly keep: () => void;
}

/** Render it with a key of database and conversation. */
export function useComposerText(db: MemberDatabase, conversation: ConversationKey): ComposerText {
  const [draft] = useState(() => new ComposerDraft(db, conversation));
  const { text } = useStore(draft.shown);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const settle = useCallback(() => {
    clearTimeout(timer.current);
    if (isOutdated.get()) return;
    draft.settle().catch((error: unknown) => {
      if (!noteIfFull(error)) console.error('The draft could not be stored on this device', error);
    });
  }, [draft]);
  const keep = useCallback(() => {
    settle();
    if (draft.shown.get().text !== '') askToPersistOnce();
  }, [draft, settle]);
  const setText = useCallback(
    (text: string) => {
      draft.write(text);
      clearTimeout(timer.current);
      timer.current = setTimeout(keep, keepAfterMs);
    },
    [draft, keep],
  );
  const take = useCallback(() => {
    clearTimeout(timer.current);
    return draft.take();
  }, [draft]);
  const putBack = useCallback(
    (taken: Draft) => {
      draft.putBack(taken);
      keep();
    },
    [draft, keep],
  );

  useEffect(() => {
    const watching = liveQuery(() => db.drafts.get(conversation)).subscribe({
      next: settle,
      error: (error: unknown) => console.error('Drafts could not be read from this device', error),
    });
    return () => watching.unsubscribe();
  }, [db, conversation, settle]);
  useEffect(() => {
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [keep]);

  return { text, setText, take, putBack, keep };
}
