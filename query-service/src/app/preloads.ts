import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { escapeHtml } from './head.ts';
import type { Destination } from './screens.ts';

const preloadsSchema = z.record(
  z.string(),
  z.object({ scripts: z.array(z.string()), styles: z.array(z.string()) }),
);
/** By the path of a screen (`profile` for everybody's, `nothing` for all others): what it needs beside the app's own files. */
export type Preloads = z.infer<typeof preloadsSchema>;

/** Reads what the build of the app noted (`pwa/vite.preloads.ts`); an app without it only loads in more steps. */
export async function readPreloads(appFiles: string): Promise<Preloads> {
  const json = await readFile(path.join(appFiles, 'preloads.json'), 'utf8').catch(() => '{}');
  return preloadsSchema.parse(JSON.parse(json));
}

/** Links to what a page loads, as HTML. */
export interface Links {
  /** What everything that is shown needs. */
  readonly styles: readonly string[];
  /** What the app needs, as soon as it is there. */
  readonly preloads: readonly string[];
}

/**
 * Links by which a browser fetches, together with the app, the files of the screen that a path opens with, and the public
 * answer that it asks for first: of a member who is not there, or suspended, the page tells nothing, not even the name asked for.
 */
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
    preloads: [
      ...scripts.map((href) => `<link rel="modulepreload" crossorigin href="${escapeHtml(href)}" />`),
      ...answers.map(
        (href) =>
          `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${escapeHtml(href)}" />`,
      ),
    ],
  };
}

/** What a screen asks for at once whoever looks, by exactly the address that it asks. */
function answersOf(destination: Destination, hasQuery: boolean): readonly string[] {
  if (destination.kind === 'profile') return [`/api/profile/${destination.username.toLowerCase()}`];
  if (destination.kind === 'nothing') return [];
  if (destination.path === '/directory' && !hasQuery) return ['/api/directory'];
  return destination.path === '/' ? ['/api/featured-users'] : [];
}
