import { createStore } from '../../../base/storage/store.ts';
import type { StoredMember } from '../../../device/offline/database.ts';

/** The member whom the owner is asked about; null while no question is open. */
export const askedToBlock = createStore<StoredMember | null>(null);
