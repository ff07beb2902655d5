import { createHash } from 'node:crypto';
import { texts } from '@pmcw/contracts';

const style =
  'body{margin:20vh auto;max-width:32rem;padding:0 1.5rem;background:#0a0c10;color:#eceff4;font:1.125rem/1.5 sans-serif}' +
  'progress{width:100%;accent-color:#d9b45b}';

const hash = createHash('sha256').update(style).digest('base64');

/** Of the page: it may load nothing. */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Loads itself again, without a script. */
export const preparingPage = (percent: number, seconds: number): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="dark">
    <meta http-equiv="refresh" content="${seconds}">
    <title>PMCW</title>
    <style>${style}</style>
  </head>
  <body>
    <h1>${texts.preparing(percent)}</h1>
    <progress max="100" value="${percent}" aria-label="${texts.preparing(percent)}"></progress>
    <p>PMCW is getting ready. This page continues automatically.</p>
    <p lang="de">PMCW wird vorbereitet, ${percent} %. Diese Seite lädt sich von selbst neu.</p>
  </body>
</html>
`;
