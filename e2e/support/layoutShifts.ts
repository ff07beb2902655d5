import type { BrowserContext, Page } from 'playwright-core';
import * as v from 'valibot';

const shiftsSchema = v.array(v.object({ value: v.number(), moved: v.string() }));

/** Records, in every page of a browser profile, layout shifts without user input (content never jumps). */
export async function watchLayoutShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(`(() => {
    window.layoutShifts = [];
    const whatOf = ({ node, previousRect: from, currentRect: to }) => {
      const element = node instanceof Element ? node : node?.parentElement;
      const name = element ? element.tagName.toLowerCase() + '.' + element.className : 'something gone';
      return name.slice(0, 90) + ' ' + [from.x, from.y, '→', to.x, to.y].join(' ');
    };
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) {
        if (shift.hadRecentInput) continue;
        window.layoutShifts.push({ value: shift.value, moved: shift.sources.map(whatOf).join(', ') });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  })()`);
}

/** Sum of a page's layout shifts since it was opened, which is never less than CLS, and the elements that moved. */
export async function layoutShiftOf(page: Page): Promise<{ value: number; moved: string[] }> {
  const shifts = v.parse(shiftsSchema, await page.evaluate('window.layoutShifts'));
  return {
    value: shifts.reduce((sum, { value }) => sum + value, 0),
    moved: shifts.map(({ moved }) => moved),
  };
}
