import type { Page } from 'playwright-core';
import { fail, hold } from './hindrances.ts';
import type { statesOfActivity } from './screenList.ts';
import type { Screen } from './walk.ts';

type State = (typeof statesOfActivity)[number];

const activity = { as: 'member', at: '/dashboard/activity' } as const;
const paths = ['/api/user/sessions', '/api/user/activity'] as const;
const everything = (page: Page) => page.getByRole('button', { name: 'Download everything' });
const said = (text: string) => (page: Page) => page.getByText(text).first();

export const activityScreens: Record<State, Screen> = {
  'activity full': { ...activity, shows: said('You registered as') },
  'activity earlier': {
    ...activity,
    reach: (page) => page.getByRole('button', { name: 'Show more' }).click(),
    shows: (page) => page.getByRole('list', { name: 'Earlier sign-ins' }).getByRole('listitem').nth(5),
  },
  'activity downloading': {
    ...activity,
    isProved: true,
    reach: async (page) => {
      const [download] = await Promise.all([page.waitForEvent('download'), everything(page).click()]);
      await download.delete();
    },
    shows: said('Your browser is downloading it.'),
  },
  'activity refused': {
    ...activity,
    hindered: [fail('/api/user/export')],
    reach: (page) => everything(page).click(),
    shows: said('It cannot be downloaded right now.'),
  },
  'activity loading': {
    ...activity,
    hindered: paths.map(hold),
    shows: (page) => page.locator('main .skeleton').first(),
    isWaiting: true,
  },
  'activity failed': {
    ...activity,
    hindered: paths.map(fail),
    shows: said('Error loading your activity. Please try again.'),
  },
  'activity offline': {
    ...activity,
    at: '/dashboard/profile',
    reach: async (page) => {
      await page.context().setOffline(true);
      await page.getByRole('link', { name: 'Activity' }).click();
    },
    shows: said('This is not saved on your device.'),
  },
};
