import type { Owner } from './owner.ts';

/**
 * Names of everything in this browser that belongs to a member, for `erase.ts`. A new store of a member must be added
 * to `storesOf`; `signingOut.e2e.spec.ts` finds those that are missing. Settings of the device stay: theme, language,
 * and the checkpoint of the log (`signed-log`), which names no member.
 */

const suffix = (owner: Owner | null): string =>
  owner === null ? 'of-visitors' : `of-${owner.id}-since-${owner.createdAt}`;

/** IndexedDB: messages, outbox, drafts, recordings, sounds (`database.ts`). */
export const databaseName = (owner: Owner): string => `messages-${suffix(owner)}`;

/** IndexedDB: answers of the server (`kept/answers.ts`). Null for visitors. */
export const keptDatabaseName = (owner: Owner | null): string => `kept-${suffix(owner)}`;

/** localStorage: when profiles were viewed (`kept/visits.ts`). Null for visitors. */
export const visitsKey = (owner: Owner | null): string => `visits-${suffix(owner)}`;

/** localStorage: messages that are being stored (`outbox/unsaved.ts`). */
export const unsavedKey = (owner: Owner): string => `unsaved-${suffix(owner)}`;

/** localStorage: the choice whether pushes show text. */
export const pushTextKey = 'push-shows-text';

/** Cache Storage: texts, and the owner, that the service worker reads, since it has no localStorage. */
export const pushWordsCache = 'push-words';
export const pushWordsAddress = '/push-words';

/** Stores of one member. */
export const storesOf = (owner: Owner) =>
  ({
    databases: [databaseName(owner), keptDatabaseName(owner)],
    items: [visitsKey(owner), unsavedKey(owner)],
  }) as const;

/**
 * Stores of the member who is signed in at the time, whose names don't say whose they are. Content shared by other apps
 * is another, with a time (`received.ts`).
 */
export const storesInUse = { items: [pushTextKey], caches: [pushWordsCache] } as const;
