import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { CannotStartError } from '@pmcw/runtime';
import { type PageHead, renderHead } from './head.ts';
import type { Links } from './preloads.ts';

/** A page of the app with its head filled in. */
export interface Page {
  readonly html: string;
  readonly etag: string;
}

/** Where index.html wants the head of a page. */
const placeholder = '<!--head-->';
/** Where the app draws; what the page shows before that stands in front of it. */
const root = '<div id="root">';
/** The app's own scripts. */
const appScript = /<script type="module"[^>]*><\/script>\s*/g;

/** What the app's page is filled with. */
export interface PageParts {
  readonly head: PageHead;
  /** What is loaded with the app. */
  readonly links: Links;
  /** What is shown before the app is there (`firstViewOf`); null for nothing. */
  readonly view: string | null;
}

/** The app's index.html, which every page of the app is made of. */
export class Shell {
  /** Of which release it is; see `revisionHeader`. */
  readonly revision: string;
  readonly #before: string;
  /** What the app itself loads: its style and face, and its scripts. */
  readonly #styles: string;
  readonly #scripts: string;
  /** The body, until where the app draws and from there. */
  readonly #body: readonly [string, string];
  readonly #publicUrl: string;

  /** @throws Error when the file has no place for a head, or for the app */
  constructor(indexHtml: string, publicUrl: string) {
    // The page's own title takes the place of the one for all pages.
    const html = indexHtml.replace(/<title>.*?<\/title>\s*/s, '');
    const [before, after] = splitOnce(html, placeholder);
    const [head, body] = splitOnce(after, '</head>');
    const [start, end] = splitOnce(body, root);
    this.revision = createHash('md5').update(indexHtml).digest('hex');
    this.#before = before;
    this.#styles = head.replace(appScript, '');
    this.#scripts = (head.match(appScript) ?? []).map((script) => `${script.trim()}\n  `).join('');
    this.#body = [`</head>${start}`, `${root}${end}`];
    this.#publicUrl = publicUrl;
  }

  /**
   * The page with these parts. Where it shows something before the app is there, the app's files are fetched after it was
   * painted (`pwa/src/app/firstPaint.ts`): the style and the face of the text should not share their way with them.
   */
  render({ head, links, view }: PageParts): Page {
    const [start, end] = this.#body;
    const lines = (all: readonly string[]) => all.map((link) => `${link}\n  `).join('');
    const appFiles = `${this.#scripts}${lines(links.preloads)}`;
    const top = `${this.#before}${renderHead(head, this.#publicUrl)}${this.#styles}${lines(links.styles)}`;
    const html =
      view === null
        ? `${top}${appFiles}${start}${end}`
        : `${top}${start}<div id="first-view" inert>${view}</div>
    <template id="app-files">${appFiles}</template>
    ${end}`;
    return { html, etag: `"${createHash('sha256').update(html).digest('base64url').slice(0, 27)}"` };
  }
}

/** The text before and after the one place where it says `mark`. @throws Error when that is not exactly one */
function splitOnce(text: string, mark: string): readonly [string, string] {
  const [before, after, ...more] = text.split(mark);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`index.html must have ${mark} once, the head's before </head>`);
  }
  return [before, after];
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
