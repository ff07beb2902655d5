import { createHash } from 'node:crypto';
import { texts } from '@pmcw/contracts';

/** Colors are those of the app's themes (`pwa/src/base/ui/tokens.css`). */
const style = `
:root{color-scheme:dark;--canvas:#0a0c10;--fg:#f3f4f6;--muted:#a9b0bd;--track:#262c37;--gold:#e9bd55}
@media(prefers-color-scheme:light){:root{color-scheme:light;--canvas:#f5f6f8;--fg:#14171d;--muted:#4f5765;--track:#d8dce3;--gold:#b27c0e}}
body{box-sizing:border-box;min-height:100vh;margin:0;padding:1.5rem;display:grid;place-items:center;background:var(--canvas);color:var(--fg);font:1.0625rem/1.5 system-ui,sans-serif}
main{width:100%;max-width:26rem}
.name{display:flex;align-items:center;gap:.5rem;margin:0 0 2rem;font-size:1.125rem;font-weight:600}
.name svg{margin-left:-.4rem;width:1.75rem;height:1.75rem}
circle{fill:var(--gold)}
h1{margin:0 0 .75rem;font-size:1.5rem;line-height:1.25;font-weight:600;font-variant-numeric:tabular-nums}
progress{appearance:none;display:block;width:100%;height:.5rem;border:0;border-radius:.25rem;overflow:hidden;background:var(--track)}
progress::-webkit-progress-bar{background:var(--track)}
progress::-webkit-progress-value{border-radius:.25rem;background:var(--gold)}
progress::-moz-progress-bar{border-radius:.25rem;background:var(--gold)}
@media(forced-colors:active){progress{appearance:auto}}
p{margin:1.25rem 0 0;text-wrap:pretty}
.hint{margin-top:.5rem;color:var(--muted);font-size:.9375rem}
`;

const hash = createHash('sha256').update(style).digest('base64');

/** Of the page: it may load nothing. */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Long enough for a screen reader to read the page. */
const reloadSeconds = 8;

const words = {
  en: {
    heading: texts.preparing,
    what: 'PMCW was just started and is reading its records. Your messages are safe.',
    next: 'This page continues automatically.',
  },
  de: {
    heading: (percent: number) => `Wird vorbereitet, ${percent} %`,
    what: 'PMCW wurde gerade gestartet und liest seine Aufzeichnungen ein. Deine Nachrichten sind sicher.',
    next: 'Diese Seite lädt sich von selbst neu.',
  },
} as const;

export type PageLanguage = keyof typeof words;

const logo = `<svg viewBox="0 0 32 32" fill="none" aria-hidden="true"><path d="M9.5 28V12.5a8 8 0 1 1 8 8h-3M9.5 25.5h4" stroke="currentColor" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round"/><circle cx="17.5" cy="12.5" r="2.6"/></svg>`;

/** Loads itself again, without a script. The title has the percentage, because screen readers start with it. */
export function preparingPage(percent: number, language: PageLanguage): string {
  const { heading, what, next } = words[language];
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="dark light">
    <meta name="robots" content="noindex">
    <meta http-equiv="refresh" content="${reloadSeconds}">
    <title>${heading(percent)} – PMCW</title>
    <style>${style}</style>
  </head>
  <body>
    <main>
      <p class="name">${logo}PMCW</p>
      <h1 id="now">${heading(percent)}</h1>
      <progress max="100" value="${percent}" aria-labelledby="now"></progress>
      <p>${what}</p>
      <p class="hint">${next}</p>
    </main>
  </body>
</html>
`;
}
