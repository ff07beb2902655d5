import type { Page } from 'playwright-core';

export const workerIsReady = (page: Page): Promise<unknown> =>
  page.evaluate('navigator.serviceWorker.ready.then(() => true)');

/** Looks for a new version, as the app does every hour. */
export const lookForUpdate = (page: Page): Promise<unknown> =>
  page.evaluate('navigator.serviceWorker.ready.then((worker) => worker.update()).then(() => true)');

/** Number of the site's workers and caches. */
export const workersAndCaches = (page: Page): Promise<unknown> =>
  page.evaluate(`(async () => ({
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    caches: (await caches.keys()).length,
  }))()`);

/** Makes the page believe that its tab is in the background. */
export const hide = (page: Page): Promise<unknown> =>
  page.evaluate(`(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  })()`);
