import type { Page } from 'playwright-core';

/** Script that counts the page's requests for persistent storage, which the browser grants. */
export const countAsking = `(() => {
  window.asked = 0;
  // In empty pages.
  if (!('StorageManager' in window)) return;
  let isKept = false;
  StorageManager.prototype.persist = () => { window.asked += 1; isKept = true; return Promise.resolve(true); };
  StorageManager.prototype.persisted = () => Promise.resolve(isKept);
})()`;

/** Number of requests of this document. */
export const asked = (page: Page) => page.evaluate('window.asked');
