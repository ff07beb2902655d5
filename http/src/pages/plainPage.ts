import { createHash } from 'node:crypto';
import type { MailLanguage } from '@pmcw/contracts';
import type { FastifyReply } from 'fastify';
import { acceptedLanguage } from './languages.ts';
import { pageVary } from './navigation.ts';

/** Colors are those of the app's themes (`pwa/src/base/ui/tokens.css`). */
const style = `
:root{color-scheme:dark;--canvas:#0a0c10;--raised:#191d25;--overlay:#242a35;--line:rgb(255 255 255/15%);--fg:#f3f4f6;--muted:#a9b0bd;--track:#262c37;--gold:#e9bd55;--primary:#f3f4f6;--hover:#fff;--on-primary:#0a0c10;--ring:#c9d4ea}
@media(prefers-color-scheme:light){:root{color-scheme:light;--canvas:#f5f6f8;--raised:#f2f4f7;--overlay:#e6e9ef;--line:rgb(16 24 40/18%);--fg:#14171d;--muted:#4f5765;--track:#d8dce3;--gold:#b27c0e;--primary:#14171d;--hover:#000;--on-primary:#fff;--ring:#3a5a94}}
body{box-sizing:border-box;min-height:100vh;margin:0;padding:1.5rem;display:grid;place-items:center;background:var(--canvas);color:var(--fg);font:1.0625rem/1.5 system-ui,sans-serif}
main{width:100%;max-width:26rem}
.name{display:flex;align-items:center;gap:.5rem;margin:0 0 2rem;font-size:1.125rem;font-weight:600}
.name svg{margin-left:-.4rem;width:1.75rem;height:1.75rem}
circle{fill:var(--gold)}
h1,h2{margin:0 0 .75rem;font-size:1.5rem;line-height:1.25;font-weight:600;font-variant-numeric:tabular-nums;text-wrap:balance}
progress{appearance:none;display:block;width:100%;height:.5rem;border:0;border-radius:.25rem;overflow:hidden;background:var(--track)}
progress::-webkit-progress-bar{background:var(--track)}
progress::-webkit-progress-value{border-radius:.25rem;background:var(--gold)}
progress::-moz-progress-bar{border-radius:.25rem;background:var(--gold)}
@media(forced-colors:active){progress{appearance:auto}}
p{margin:1.25rem 0 0;text-wrap:pretty}
h1+p,h2+p{margin-top:0}
h2{margin-top:2rem;font-size:1.25rem}
.hint{margin-top:.5rem;color:var(--muted);font-size:.9375rem}
.ways{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:1.75rem}
.ways a{box-sizing:border-box;padding:.6875rem 1.25rem;border:1px solid var(--line);border-radius:9999px;background:var(--raised);color:var(--fg);font-size:.875rem;line-height:1.25rem;font-weight:500;text-decoration:none}
.ways a:hover{background:var(--overlay)}
.ways a:first-child{border-color:transparent;background:var(--primary);color:var(--on-primary)}
.ways a:first-child:hover{background:var(--hover)}
a:focus-visible{outline:2px solid var(--ring);outline-offset:2px}
.reference{margin-top:2rem;color:var(--muted);font-size:.8125rem;overflow-wrap:anywhere}
code{font-family:ui-monospace,monospace;font-size:.75rem}
`;

const hash = createHash('sha256').update(style).digest('base64');

/** Of the page: it may load nothing. */
const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const logo = `<svg viewBox="0 0 32 32" fill="none" aria-hidden="true"><path d="M9.5 28V12.5a8 8 0 1 1 8 8h-3M9.5 25.5h4" stroke="currentColor" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round"/><circle cx="17.5" cy="12.5" r="2.6"/></svg>`;

/** Long enough for a screen reader to read a page before it loads itself again. */
export const shortestStaySeconds = 8;

export interface PlainPage {
  readonly language: MailLanguage;
  /** Also the heading, which has the id `title`. Screen readers start with it. */
  readonly title: string;
  /** HTML below the heading. */
  readonly content: string;
  /** Without a script. */
  readonly reloadSeconds?: number | undefined;
}

/** A page that needs nothing of the app, which may be down. */
export function renderPage({ language, title, content, reloadSeconds }: PlainPage): string {
  const refresh =
    reloadSeconds === undefined ? '' : `\n    <meta http-equiv="refresh" content="${reloadSeconds}">`;
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="dark light">
    <meta name="robots" content="noindex">${refresh}
    <title>${title} – PMCW</title>
    <style>${style}</style>
  </head>
  <body>
    <main>
      <p class="name">${logo}PMCW</p>
      <h1 id="title">${title}</h1>
      ${content}
    </main>
  </body>
</html>
`;
}

/** Keeps the status and other headers of the reply. */
export function sendPage(reply: FastifyReply, page: PlainPage): FastifyReply {
  const html = renderPage(page);
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-length': Buffer.byteLength(html),
      'content-language': page.language,
      'cache-control': 'no-store',
      vary: pageVary,
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
    })
    .send(html);
}

export const pageLanguageOf = ({ headers }: FastifyReply['request']): MailLanguage =>
  acceptedLanguage(headers['accept-language']) ?? 'en';
