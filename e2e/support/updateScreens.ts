import type { Page } from 'playwright-core';
import type { statesOfUpdates } from './screenList.ts';
import { lookForUpdate, workerIsReady } from './serviceWorker.ts';
import type { Screen } from './walk.ts';

type State = (typeof statesOfUpdates)[number];

const visitor = { as: 'visitor', at: '/auth', hasWorker: true } as const;

/** Screens for everyone when a new version is ready, after `publish`. */
export function updateScreens(publish: (build: string) => Promise<void>): Record<State, Screen> {
  const update = async (page: Page, build: string) => {
    await workerIsReady(page);
    await page.reload();
    await publish(build);
    await lookForUpdate(page);
    await page.getByText('A new version is ready').waitFor();
  };
  return {
    'update ready': {
      ...visitor,
      reach: (page) => update(page, 'second'),
      shows: (page) => page.getByText('A new version is ready'),
    },
    'update loses-text': {
      ...visitor,
      reach: async (page) => {
        await update(page, 'third');
        await page.getByLabel('Username').fill('amara');
        await page.getByRole('button', { name: 'Reload' }).click();
      },
      shows: (page) => page.getByText('You’ll lose what you typed on this page.'),
    },
  };
}
