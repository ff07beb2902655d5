import { systemClock } from '../../../device/offline/clock.ts';
import type { MemberDatabase } from '../../../device/offline/database.ts';
import type { ConversationKey } from '../../../device/offline/keys.ts';
import { browserLocks, noLocks } from '../../../device/offline/outbox/lock.ts';
import { fetchDrafts, putDraft } from './api.ts';
import { DraftSync } from './draftSync.ts';

export function ownDrafts(db: MemberDatabase, onError: (error: unknown) => void): DraftSync {
  const { id } = db.owner;
  return new DraftSync({
    db,
    clock: systemClock,
    locks: db.isKept ? browserLocks() : noLocks,
    fetchDrafts: () => fetchDrafts(id),
    putDraft: (conversation, body) => putDraft(id, conversation, body),
    isWriting,
    onError,
  });
}

/** Whether a composer has focus, in the tab that has focus itself. */
function isWriting(key: ConversationKey): boolean {
  const { activeElement } = document;
  return document.hasFocus() && activeElement instanceof HTMLElement && activeElement.dataset.draftOf === key;
}
