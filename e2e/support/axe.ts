import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import * as v from 'valibot';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8');
const violationsSchema = v.array(
  v.object({ id: v.string(), nodes: v.array(v.object({ html: v.string(), failureSummary: v.string() })) }),
);

/** WCAG 2.0 to 2.2, A and AA: with targets of 24 pixels, which axe leaves out unless asked. */
const wcag = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'] };
/** Only what is wrong is told in full, which takes half as long. */
const quick = { resultTypes: ['violations'] };
/** What a theme can break. */
const contrast = { runOnly: ['color-contrast'] };

/** Once for each document. */
async function bringAxe(page: Page): Promise<void> {
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(source);
}

/** What axe finds wrong with a page as it is now, a line each: the rule, and where. */
export async function axeViolations(page: Page): Promise<string[]> {
  await bringAxe(page);
  return violationsOf(page, {});
}

/** As `axeViolations`, by the letter of WCAG 2.2 AA instead of the rules that axe has on. */
export async function wcagViolations(page: Page): Promise<string[]> {
  await bringAxe(page);
  return violationsOf(page, wcag);
}

/** As `wcagViolations`, of colours alone, on a page that was looked at before. */
export function contrastViolations(page: Page): Promise<string[]> {
  return violationsOf(page, contrast);
}

/** Half way from one colour to the next is nobody's choice. */
const atRest = `Promise.allSettled(document.getAnimations()
  .filter(({ effect }) => effect.getTiming().iterations !== Infinity)
  .map(({ finished }) => finished))`;

/** What is far out of sight is not drawn (`content-visibility`), and after a change of theme has the old colours until it is. */
export const drawn = '* { content-visibility: visible !important; }';

async function violationsOf(page: Page, options: object): Promise<string[]> {
  const run = `(async () => {
    const all = new CSSStyleSheet();
    all.replaceSync(${JSON.stringify(drawn)});
    document.adoptedStyleSheets.push(all);
    await ${atRest};
    const { violations } = await axe.run(document, ${JSON.stringify({ ...options, ...quick })});
    document.adoptedStyleSheets.splice(document.adoptedStyleSheets.indexOf(all), 1);
    return violations;
  })()`;
  const found = v.parse(violationsSchema, await page.evaluate(run));
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} (${failureSummary})`),
  );
}
