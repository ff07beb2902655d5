import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import * as v from 'valibot';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8');
const violationsSchema = v.array(
  v.object({ id: v.string(), nodes: v.array(v.object({ html: v.string(), failureSummary: v.string() })) }),
);

/** WCAG 2.0 to 2.2, A and AA, including targets of 24 pixels, which axe omits by default. */
const wcag = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'] };
/** Reports details of violations only, which halves the time. */
const quick = { resultTypes: ['violations'] };
/** Rules that depend on the theme. */
const contrast = { runOnly: ['color-contrast'] };

/** Once per document. */
async function bringAxe(page: Page): Promise<void> {
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(source);
}

/** Returns axe's violations on a page, a line each: the rule and the elements. */
export async function axeViolations(page: Page): Promise<string[]> {
  await bringAxe(page);
  return violationsOf(page, {});
}

/** Like `axeViolations`, with all rules of WCAG 2.2 AA instead of axe's default ones. */
export async function wcagViolations(page: Page): Promise<string[]> {
  await bringAxe(page);
  return violationsOf(page, wcag);
}

/** Like `wcagViolations`, for colours only, on a page that was checked before. */
export function contrastViolations(page: Page): Promise<string[]> {
  return violationsOf(page, contrast);
}

/** Colours in the middle of a transition do not count. */
const atRest = `Promise.allSettled(document.getAnimations()
  .filter(({ effect }) => effect.getTiming().iterations !== Infinity)
  .map(({ finished }) => finished))`;

/** Content far out of view is not rendered (`content-visibility`), and keeps the old theme's colours until it is. */
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
