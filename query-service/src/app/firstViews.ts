import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { escapeHtml } from '@pmcw/http';
import { ifThere } from '@pmcw/resilience/files';
import * as z from 'zod';
import type { ProfileTexts } from '../profiles/queries.ts';
import type { Destination } from './screens.ts';

const firstViewsSchema = z.record(z.string(), z.string());
/** HTML shown before the app has loaded, by screen path (`profile` for all profiles). */
export type FirstViews = z.infer<typeof firstViewsSchema>;

/** Rendered by the build of the app (`pwa/vite.firstViews.ts`); without the file pages start empty. */
export async function readFirstViews(appFiles: string): Promise<FirstViews> {
  const json = (await ifThere(readFile(path.join(appFiles, 'firstViews.json'), 'utf8'))) ?? '{}';
  return firstViewsSchema.parse(JSON.parse(json));
}

/** In English, like all first views. */
const dates = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** Values of the placeholders in `pwa/src/features/profiles/ProfileFirstView.tsx`. */
function textsOf(profile: ProfileTexts): ReadonlyMap<string, string> {
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

/** @param profile the member whose page it is; every text is escaped */
export function firstViewOf(
  views: FirstViews,
  destination: Destination,
  { hasQuery, profile }: { readonly hasQuery: boolean; readonly profile: ProfileTexts | null },
): string | null {
  if (destination.kind === 'profile') {
    const texts = profile === null ? null : textsOf(profile);
    return (
      texts &&
      (views.profile?.replace(/\{\{(\w+)\}\}/g, (_, name) => escapeHtml(texts.get(name) ?? '')) ?? null)
    );
  }
  if (destination.kind === 'nothing') return null;
  // Only the app renders a filtered directory.
  if (destination.path === '/directory' && hasQuery) return null;
  return views[destination.path] ?? null;
}
