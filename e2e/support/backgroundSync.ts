import type { BrowserContext, Page } from 'playwright-core';
import * as v from 'valibot';

const storageKey = 'asked-to-be-woken';

/** Lets every page of a profile note what the app asks the browser to wake its worker for. */
export async function noteWakeUps(context: BrowserContext): Promise<void> {
  await context.addInitScript(`(() => {
    const { register } = SyncManager.prototype;
    SyncManager.prototype.register = function (tag) {
      localStorage.setItem('${storageKey}', tag);
      return register.call(this, tag);
    };
  })()`);
}

/** The last wake-up that was asked for; '' when there was none. */
export async function wakeUpAsked(page: Page): Promise<string> {
  return v.parse(v.string(), await page.evaluate(`localStorage.getItem('${storageKey}') ?? ''`));
}

/**
 * Wakes the service worker of a profile as the browser does when the network is back. From a page that is none of the app, for
 * there may be no window of it.
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
