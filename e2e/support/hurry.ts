import type { BrowserContext } from 'playwright-core';

/** Speed of pages relative to real time. */
export const hurriedTimes = 8;

/**
 * Speeds up the pages of a browser profile: clocks, timers and deadlines alike, in every tab and after every reload, so
 * that they stay in proportion to each other. Only the world around them stays slower.
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
