import type { Reported } from '@pmcw/contracts';
import { createStore } from '../../base/storage/store.ts';
import type { StoredMember } from '../../device/offline/database.ts';

export interface Reportable {
  readonly reported: Reported;
  /** Whose profile, address or message it is. */
  readonly member: StoredMember;
  /** Shown in the question: an address, or a message's text; '' for nothing. */
  readonly excerpt: string;
  /** A message that administrators can read only once it is reported. */
  readonly isPrivate: boolean;
}

/** Subject of the open question; null without one. */
export const askedToReport = createStore<Reportable | null>(null);
