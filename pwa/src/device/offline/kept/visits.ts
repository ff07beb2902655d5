import * as v from 'valibot';
import { keepItem, readItem } from '../../../base/storage/pageStorage.ts';
import type { Owner } from '../database.ts';

/**
 * When somebody last looked at a profile, kept on this device alone, to tell them which addresses are new to them. In
 * localStorage, which is read in the frame that shows the profile: a warning must not push down what is pressed.
 */

const visitSchema = v.object({ at: v.number(), newest: v.number() });
/**
 * One look at a profile: when it was, by the device's clock, and when the newest of its addresses was listed, by the
 * server's; 0 without any. Milliseconds since 1970.
 */
export type Visit = v.InferOutput<typeof visitSchema>;

const visitsSchema = v.object({ latest: visitSchema, before: v.nullable(visitSchema) });
/** The visit under way or over, and the one before. */
export type Visits = v.InferOutput<typeof visitsSchema>;

const storedSchema = v.pipe(v.string(), v.parseJson(), v.record(v.string(), visitsSchema));

/** Most profiles whose visits are kept; the ones visited longest ago make room. */
export const visitsMax = 200;

/** Looks that are closer together are one visit: what is new must not be lost by loading the page again. */
const oneVisitMs = 60 * 60 * 1000;

/** The visits after another look. */
export function visitsWith(visits: Visits | null, look: Visit): Visits {
  if (visits === null) return { latest: look, before: null };
  const isSameVisit = look.at - visits.latest.at < oneVisitMs;
  return { latest: look, before: isSameVisit ? visits.before : visits.latest };
}

const keyOf = (owner: Owner | null): string =>
  owner === null ? 'visits-of-visitors' : `visits-of-${owner.id}-since-${owner.createdAt}`;

/** The visits of a member's profile; null when there was none, or where nothing is kept. */
export const visitsOf = (owner: Owner | null, memberId: number): Visits | null =>
  stored(owner)[memberId] ?? null;

/** Keeps the visits of a member's profile in the place of earlier ones. */
export function noteVisits(owner: Owner | null, memberId: number, visits: Visits): void {
  const all: Readonly<Record<string, Visits>> = { ...stored(owner), [memberId]: visits };
  const latest = Object.entries(all)
    .sort(([, a], [, b]) => b.latest.at - a.latest.at)
    .slice(0, visitsMax);
  keepItem(keyOf(owner), JSON.stringify(Object.fromEntries(latest)));
}

/** Forgets all visits of somebody. */
export function forgetVisits(owner: Owner | null): void {
  keepItem(keyOf(owner), null);
}

function stored(owner: Owner | null): Readonly<Record<string, Visits>> {
  const parsed = v.safeParse(storedSchema, readItem(keyOf(owner)));
  return parsed.success ? parsed.output : {};
}
