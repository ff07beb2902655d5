import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Profile } from '@pmcw/contracts';
import * as z from 'zod';
import { escapeHtml } from './head.ts';
import type { Destination } from './screens.ts';

const firstViewsSchema = z.record(z.string(), z.string());
/** By the path of a screen (`profile` for everybody's): what its page shows before the app is there, as HTML. */
export type FirstViews = z.infer<typeof firstViewsSchema>;

/** What the build of the app has drawn (`pwa/vite.firstViews.ts`); without it the pages show nothing before the app does. */
export async function readFirstViews(appFiles: string): Promise<FirstViews> {
  const json = await readFile(path.join(appFiles, 'firstViews.json'), 'utf8').catch(() => '{}');
  return firstViewsSchema.parse(JSON.parse(json));
}

/** As the app writes dates in English, which is the language of all that is drawn by the build. */
const dates = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** What stands in the place of each `{{name}}` of the view of a profile (`pwa/src/features/profiles/ProfileFirstView.tsx`). */
function textsOf(profile: Profile): ReadonlyMap<string, string> {
  const { fullName, username, userType, isAuthorized, pmcwTokens, verifiedAt, nameChangedAt, bio } = profile;
  return new Map([
    ['fullName', fullName],
    ['username', username],
    ['userType', userType],
    ['isAuthorized', String(isAuthorized)],
    ['pmcwTokens', pmcwTokens.toLocaleString('en')],
    ['verifiedAt', verifiedAt ?? ''],
    ['verifiedOn', verifiedAt === null ? '' : dates.format(new Date(verifiedAt))],
    ['nameChangedAt', nameChangedAt ?? ''],
    ['nameChangedOn', nameChangedAt === null ? '' : dates.format(new Date(nameChangedAt))],
    ['bio', bio],
  ]);
}

/**
 * What the page of a path shows before the app is there; null where that is nothing.
 * @param profile the member whose page it is, every text of theirs escaped; null where it is nobody's
 */
export function firstViewOf(
  views: FirstViews,
  destination: Destination,
  { hasQuery, profile }: { readonly hasQuery: boolean; readonly profile: Profile | null },
): string | null {
  if (destination.kind === 'profile') {
    const texts = profile === null ? null : textsOf(profile);
    return (
      texts &&
      (views.profile?.replace(/\{\{(\w+)\}\}/g, (_, name) => escapeHtml(texts.get(name) ?? '')) ?? null)
    );
  }
  if (destination.kind === 'nothing') return null;
  // A directory that is filtered is drawn by the app alone.
  if (destination.path === '/directory' && hasQuery) return null;
  return views[destination.path] ?? null;
}
