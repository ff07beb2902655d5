import * as v from 'valibot';
import { itemKeys, keepItem, readItem } from '../../base/storage/pageStorage.ts';
import { noteUnsent } from './outbox/unsent.ts';
import type { Owner } from './owner.ts';
import { databaseName } from './stores.ts';

/**
 * Erasures of members' data, noted before anything else happens and removed once done: the tab may be closed, another
 * may hold the database open, or the browser may fail. They are in localStorage, which works without the databases.
 */

const erasureSchema = v.object({
  id: v.number(),
  createdAt: v.string(),
  /** Whether unsent messages and drafts stay for the member's next login here. */
  keepsUnsent: v.boolean(),
  /** In milliseconds since 1970; content shared later belongs to the next member. */
  at: v.optional(v.number(), Date.now),
  /** False until the session is known to be over: the server may refuse the logout. */
  isCertain: v.optional(v.boolean(), true),
});
export type Erasure = v.InferOutput<typeof erasureSchema>;

const storedSchema = v.pipe(v.string(), v.parseJson(), erasureSchema);
const prefix = 'leaving';
const keyOf = (owner: Owner): string => `${prefix}-${databaseName(owner)}`;

/** Replaces an earlier note of the same member. */
export function noteErasure(owner: Owner, plan: Omit<Erasure, keyof Owner>): void {
  const { id, createdAt } = owner;
  keepItem(keyOf(owner), JSON.stringify({ id, createdAt, ...plan }));
  // Visitors must not see a count of messages that will be removed.
  if (plan.isCertain && !plan.keepsUnsent) noteUnsent(databaseName(owner), 0);
}

export function removeErasure(owner: Owner): void {
  for (const { key, erasure } of notes()) if (isSame(erasure, owner)) keepItem(key, null);
}

/** The erasure that must happen before the member's database is opened again; null without one. */
export const erasureOf = (owner: Owner): Erasure | null =>
  certainErasures().find((erasure) => isSame(erasure, owner)) ?? null;

export const certainErasures = (): readonly Erasure[] =>
  notes().flatMap(({ erasure }) => (erasure.isCertain ? [erasure] : []));

/** Call it once it is known who is signed in: only that member's session continues. */
export function settleErasures(user: Owner | null): void {
  for (const { erasure } of notes()) {
    if (erasure.isCertain) continue;
    if (user !== null && isSame(erasure, user)) removeErasure(erasure);
    else noteErasure(erasure, { ...erasure, isCertain: true });
  }
}

const isSame = (a: Owner, b: Owner): boolean => a.id === b.id && a.createdAt === b.createdAt;

/** Earlier versions of the app had one note at a time, under the prefix alone. */
const notes = (): readonly { readonly key: string; readonly erasure: Erasure }[] =>
  itemKeys(prefix).flatMap((key) => {
    const stored = v.safeParse(storedSchema, readItem(key));
    return stored.success ? [{ key, erasure: stored.output }] : [];
  });
