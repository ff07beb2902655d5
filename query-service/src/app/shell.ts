import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { etagOf } from '@pmcw/http';
import { CannotStartError } from '@pmcw/runtime';
import { type PageHead, renderHead } from './head.ts';
import type { Links } from './preloads.ts';

export interface Page {
  readonly html: string;
  readonly etag: string;
}

const placeholder = '<!--head-->';
const root = '<div id="root">';
const appScript = /<script type="module"[^>]*><\/script>\s*/g;

export interface PageParts {
  readonly head: PageHead;
  readonly links: Links;
  readonly view: string | null;
}

export class Shell {
  /** Sent as `revisionHeader`. */
  readonly revision: string;
  readonly #before: string;
  readonly #styles: string;
  readonly #scripts: string;
  readonly #body: readonly [string, string];
  readonly #publicUrl: string;

  /** @throws Error when the file lacks a placeholder */
  constructor(indexHtml: string, publicUrl: string) {
    // Every page has a title of its own.
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
   * With a first view, the app's files are fetched after it was painted (`pwa/src/app/firstPaint.ts`), so that they
   * don't compete with its style and font. Answers come first: over HTTP/1.1, six requests at a time, they would wait
   * for all scripts.
   */
  render({ head, links, view }: PageParts): Page {
    const [start, end] = this.#body;
    const lines = (all: readonly string[]) => all.map((link) => `${link}\n  `).join('');
    const appFiles = `${lines(links.answers)}${this.#scripts}${lines(links.scripts)}`;
    const top = `${this.#before}${renderHead(head, this.#publicUrl)}${this.#styles}${lines(links.styles)}`;
    const html =
      view === null
        ? `${top}${appFiles}${start}${end}`
        : `${top}${start}<div id="first-view" inert>${view}</div>
    <template id="app-files">${appFiles}</template>
    ${end}`;
    return { html, etag: etagOf(html) };
  }
}

function splitOnce(text: string, mark: string): readonly [string, string] {
  const [before, after, ...more] = text.split(mark);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`index.html must have ${mark} once, the head's before </head>`);
  }
  return [before, after];
}

/** @throws CannotStartError when the app was not built */
export async function readShell(appFiles: string, publicUrl: string): Promise<Shell> {
  const file = path.join(appFiles, 'index.html');
  const html = await readFile(file, 'utf8').catch((cause: unknown) => {
    const hint = 'Build the app (npm run build), or set APP_FILES to the folder where it is.';
    throw new CannotStartError(`${file} can't be read. ${hint}`, { cause });
  });
  return new Shell(html, publicUrl);
}
