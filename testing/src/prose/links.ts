import path from 'node:path';
import type { Finding } from './findings.ts';
import { linesOfPage } from './texts.ts';

export interface Pages {
  exists(file: string): boolean;
  /** Of the headings of a page. */
  anchorsIn(page: string): ReadonlySet<string>;
}

const link = /\]\(([^)\s]+)\)/g;
const elsewhere = /^[a-z]+:/;

/** As GitHub makes them of headings, without the numbers of repeated ones. */
export function anchorsOf(page: string): ReadonlySet<string> {
  const headings = linesOfPage(page).flatMap(({ text }) => /^#+ (.*)$/.exec(text)?.[1] ?? []);
  return new Set(headings.map((heading) => slugOf(heading)));
}

function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
}

/** Finds links of a page to files or headings that don't exist. */
export function brokenLinks(page: string, content: string, pages: Pages): readonly Finding[] {
  return linesOfPage(content).flatMap(({ line, text }) =>
    [...text.matchAll(link)].flatMap(([, target = '']) => {
      const write = elsewhere.test(target) ? null : objectionTo(target, page, pages);
      return write === null ? [] : [{ line, found: target, write }];
    }),
  );
}

function objectionTo(target: string, page: string, { exists, anchorsIn }: Pages): string | null {
  const [to = '', anchor] = target.split('#');
  const file = to === '' ? page : path.posix.join(path.posix.dirname(page), to);
  if (!exists(file)) return 'a link to a file that exists';
  const hasHeading = anchor === undefined || !file.endsWith('.md') || anchorsIn(file).has(anchor);
  return hasHeading ? null : `a heading of ${file}`;
}
