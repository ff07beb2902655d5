import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { escapeHtml } from '@pmcw/http';
import { ifThere } from '@pmcw/resilience/files';
import * as z from 'zod';
import type { Destination } from './screens.ts';

const preloadsSchema = z.record(
  z.string(),
  z.object({ scripts: z.array(z.string()), styles: z.array(z.string()) }),
);
/** Files that a screen needs, by its path (`profile` for all profiles, `nothing` for unknown paths). */
export type Preloads = z.infer<typeof preloadsSchema>;

/** Recorded by the build of the app (`pwa/vite.preloads.ts`); without the file the app loads in more steps. */
export async function readPreloads(appFiles: string): Promise<Preloads> {
  const json = (await ifThere(readFile(path.join(appFiles, 'preloads.json'), 'utf8'))) ?? '{}';
  return preloadsSchema.parse(JSON.parse(json));
}

export interface Links {
  readonly styles: readonly string[];
  readonly scripts: readonly string[];
  /** Requests that the screen starts with. */
  readonly answers: readonly string[];
}

/** None for missing or suspended members, so that the page reveals nothing. */
export function preloadLinks(
  preloads: Preloads,
  destination: Destination,
  { status, hasQuery }: { readonly status: number; readonly hasQuery: boolean },
): Links {
  const key = destination.kind === 'screen' ? destination.path : destination.kind;
  const { scripts = [], styles = [] } = preloads[key] ?? {};
  const answers = status === 200 ? answersOf(destination, hasQuery) : [];
  return {
    styles: styles.map((href) => `<link rel="stylesheet" crossorigin href="${escapeHtml(href)}" />`),
    scripts: scripts.map((href) => `<link rel="modulepreload" crossorigin href="${escapeHtml(href)}" />`),
    answers: answers.map(
      (href) => `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${escapeHtml(href)}" />`,
    ),
  };
}

/** Must equal the addresses that the app requests. */
function answersOf(destination: Destination, hasQuery: boolean): readonly string[] {
  if (destination.kind === 'profile') return [`/api/profile/${destination.username.toLowerCase()}`];
  if (destination.kind === 'nothing') return [];
  if (destination.path === '/directory' && !hasQuery) return ['/api/directory'];
  return destination.path === '/' ? ['/api/featured-users'] : [];
}
