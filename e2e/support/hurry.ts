import type { BrowserContext } from 'playwright-core';

/** How much faster than the world pages run. */
export const hurriedTimes = 8;

/**
 * Lets the pages of a browser profile live faster: clocks, timers and deadlines alike, and the same in every tab and after every
 * reload, so that what the app waits for is in proportion as it is. Only the world around it is slower.
 */
export async function hurry(context: BrowserContext): Promise<void> {
  await context.addInitScript(`(() => {
    const times = ${hurriedTimes};
    const began = ${Date.now()};
    const { setTimeout: after, setInterval: every, Date: RealDate } = window;
    const now = () => Math.round(began + (RealDate.now() - began) * times);
    window.Date = class Date extends RealDate {
      constructor(...given) {
        if (given.length === 0) super(now());
        else super(...given);
      }
      static now() {
        return now();
      }
    };
    window.setTimeout = (task, ms = 0, ...given) => after(task, ms / times, ...given);
    window.setInterval = (task, ms = 0, ...given) => every(task, ms / times, ...given);
    const deadline = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (ms) => deadline(Math.round(ms / times));
  })()`);
}
