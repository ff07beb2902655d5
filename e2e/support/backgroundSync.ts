import type { BrowserContext, Page } from 'playwright-core';
import * as v from 'valibot';

const storageKey = 'asked-to-be-woken';

/** Records the background syncs that the app registers in any page of a profile. */
export async function noteWakeUps(context: BrowserContext): Promise<void> {
  await context.addInitScript(`(() => {
    const { register } = SyncManager.prototype;
    SyncManager.prototype.register = function (tag) {
      localStorage.setItem('${storageKey}', tag);
      return register.call(this, tag);
    };
  })()`);
}

/** The last registered tag, '' if none. */
export async function wakeUpAsked(page: Page): Promise<string> {
  return v.parse(v.string(), await page.evaluate(`localStorage.getItem('${storageKey}') ?? ''`));
}

/**
 * Dispatches a sync to the service worker, as the browser does when the network is back. Runs in a page outside of the
 * app, because the app may have no window.
 */
export async function wakeUp(context: BrowserContext, origin: string, tag: string): Promise<void> {
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL, isDeleted }) => scopeURL === `${origin}/` && !isDeleted);
      if (found !== undefined) resolve(found.registrationId);
    });
  });
  await devTools.send('ServiceWorker.enable');
  const registrationId = await registered;
  await devTools.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId, tag, lastChance: false });
  await page.close();
}
