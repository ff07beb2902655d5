import * as v from 'valibot';
import { keepItem, readItem } from '../../../base/storage/pageStorage.ts';
import type { Owner } from '../owner.ts';
import { visitsKey } from '../stores.ts';

/**
 * When profiles were viewed on this device, to mark addresses that are new to the viewer. In localStorage, which is
 * available in the profile's first frame: a later warning would move buttons.
 */

const visitSchema = v.object({ at: v.number(), newest: v.number() });
/**
 * A view of a profile: its time, by the device's clock, and the time its newest address was listed, by the server's; 0
 * without any. Milliseconds since 1970.
 */
export type Visit = v.InferOutput<typeof visitSchema>;

const visitsSchema = v.object({ latest: visitSchema, before: v.nullable(visitSchema) });
export type Visits = v.InferOutput<typeof visitsSchema>;

const storedSchema = v.pipe(v.string(), v.parseJson(), v.record(v.string(), visitsSchema));

/** The oldest are dropped. */
export const visitsMax = 200;

/** Views within an hour count as one visit, so that a reload does not lose what is new. */
const oneVisitMs = 60 * 60 * 1000;

export function visitsWith(visits: Visits | null, look: Visit): Visits {
  if (visits === null) return { latest: look, before: null };
  const isSameVisit = look.at - visits.latest.at < oneVisitMs;
  return { latest: look, before: isSameVisit ? visits.before : visits.latest };
}

export const visitsOf = (owner: Owner | null, memberId: number): Visits | null =>
  stored(owner)[memberId] ?? null;

export function noteVisits(owner: Owner | null, memberId: number, visits: Visits): void {
  const all: Readonly<Record<string, Visits>> = { ...stored(owner), [memberId]: visits };
  const latest = Object.entries(all)
    .sort(([, a], [, b]) => b.latest.at - a.latest.at)
    .slice(0, visitsMax);
  keepItem(visitsKey(owner), JSON.stringify(Object.fromEntries(latest)));
}

function stored(owner: Owner | null): Readonly<Record<string, Visits>> {
  const parsed = v.safeParse(storedSchema, readItem(visitsKey(owner)));
  return parsed.success ? parsed.output : {};
}
