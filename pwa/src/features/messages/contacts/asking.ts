import { createStore } from '../../../base/storage/store.ts';
import type { StoredMember } from '../../../device/offline/database.ts';

/** The member of the open question; null without one. */
export const askedToBlock = createStore<StoredMember | null>(null);
