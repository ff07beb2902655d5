import type { Location } from 'react-router-dom';
import * as v from 'valibot';

/** State of a history entry of /auth: the path that the visitor was opening. */
const stateSchema = v.object({
  // Not "//host" or "/\host", which are other sites.
  goingTo: v.pipe(v.string(), v.regex(/^\/(?![/\\])/)),
});
type GoingTo = v.InferOutput<typeof stateSchema>;

/** Outlives the visit to an identity provider, in this tab. */
const storedKey = 'going-to';

export const goingToState = ({ pathname, search, hash }: Omit<Location, 'state' | 'key'>): GoingTo => ({
  goingTo: `${pathname}${search}${hash}`,
});

/** Returns the path for a visitor who has signed in at this entry (spec §2 without one). */
export function pathAfterSignIn(state: unknown): string {
  const parsed = v.safeParse(stateSchema, state);
  return parsed.success ? parsed.output.goingTo : '/dashboard/profile';
}

/** Keeps the path of the current entry for the return from a provider. */
export function keepGoingTo(): void {
  const entry: unknown = window.history.state;
  const state = typeof entry === 'object' && entry !== null && 'usr' in entry ? entry.usr : null;
  try {
    sessionStorage.setItem(storedKey, pathAfterSignIn(state));
  } catch {
    // Without storage, the return ends at the dashboard.
  }
}

/** Returns the kept path as state of /auth, and forgets it; null without one. */
export function takeGoingTo(): GoingTo | null {
  try {
    const goingTo = sessionStorage.getItem(storedKey);
    sessionStorage.removeItem(storedKey);
    return goingTo === null ? null : { goingTo };
  } catch {
    return null;
  }
}
