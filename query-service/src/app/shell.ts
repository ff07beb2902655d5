import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { CannotStartError } from '@pmcw/runtime';
import { type PageHead, renderHead } from './head.ts';

/** A page of the app with its head filled in. */
export interface Page {
  readonly html: string;
  readonly etag: string;
}

/** Where index.html wants the head of a page. */
const placeholder = '<!--head-->';

/** The app's index.html, which every page of the app is made of. */
export class Shell {
  /** Of which release it is; see `revisionHeader`. */
  readonly revision: string;
  readonly #before: string;
  /** What the app itself loads. */
  readonly #head: string;
  readonly #body: string;
  readonly #publicUrl: string;

  /** @throws Error when the file has no place for a head */
  constructor(indexHtml: string, publicUrl: string) {
    // The page's own title takes the place of the one for all pages.
    const [before, after, ...more] = indexHtml.replace(/<title>.*?<\/title>\s*/s, '').split(placeholder);
    if (before === undefined || after === undefined || more.length > 0) {
      throw new Error(`index.html must have ${placeholder} once`);
    }
    const end = after.indexOf('</head>');
    if (end === -1) throw new Error(`index.html must have ${placeholder} in its head`);
    this.revision = createHash('md5').update(indexHtml).digest('hex');
    this.#before = before;
    this.#head = after.slice(0, end);
    this.#body = after.slice(end);
    this.#publicUrl = publicUrl;
  }

  /**
   * The page with this head.
   * @param links what is loaded with the app, and after it where that makes a difference
   */
  render(head: PageHead, links: readonly string[]): Page {
    const ends = links.map((link) => `  ${link}\n  `).join('');
    const html = `${this.#before}${renderHead(head, this.#publicUrl)}${this.#head}${ends}${this.#body}`;
    return { html, etag: `"${createHash('sha256').update(html).digest('base64url').slice(0, 27)}"` };
  }
}

/** Reads the shell of a built app. @throws CannotStartError when it was not built */
export async function readShell(appFiles: string, publicUrl: string): Promise<Shell> {
  const file = path.join(appFiles, 'index.html');
  const html = await readFile(file, 'utf8').catch((cause: unknown) => {
    const hint = 'Build the app (npm run build), or set APP_FILES to the folder where it is.';
    throw new CannotStartError(`${file} can't be read. ${hint}`, { cause });
  });
  return new Shell(html, publicUrl);
}
