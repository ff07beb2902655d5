import type { Page } from 'playwright-core';

/** Resolves when the page's service worker is installed. */
export const workerIsReady = (page: Page): Promise<unknown> =>
  page.evaluate('navigator.serviceWorker.ready.then(() => true)');

/** Looks for a new version, as the app does each hour. */
export const lookForUpdate = (page: Page): Promise<unknown> =>
  page.evaluate('navigator.serviceWorker.ready.then((worker) => worker.update()).then(() => true)');

/** How many workers and caches the browser has of the site. */
export const workersAndCaches = (page: Page): Promise<unknown> =>
  page.evaluate(`(async () => ({
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    caches: (await caches.keys()).length,
  }))()`);

/** Says to the page what the browser says of a tab in the background. */
export const hide = (page: Page): Promise<unknown> =>
  page.evaluate(`(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  })()`);
