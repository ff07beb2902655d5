import type { Page } from 'playwright-core';
import { fail, forgeProofs, hold } from './hindrances.ts';
import type { statesOfHistory } from './screenList.ts';
import type { Screen } from './walk.ts';

type State = (typeof statesOfHistory)[number];

const history = { as: 'admin', at: '/admin-page?tab=history' } as const;
const newestOf = (type: string) =>
  ({ as: 'admin', at: `/admin-page?tab=history&type=${type}&entry=newest` }) as const;
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const dialog = (page: Page) => page.getByRole('dialog');
const said = (text: string | RegExp) => (page: Page) => page.getByText(text).first();
const entries = (page: Page) => page.getByRole('region', { name: 'Events, newest first' }).getByRole('link');
const press = (name: string | RegExp) => (page: Page) => button(page, name).click();
const pressInEntry = (name: string) => (page: Page) => dialog(page).getByRole('button', { name }).click();

export const historyScreens: Record<State, Screen> = {
  'history full': { ...history, shows: (page) => entries(page).first() },
  'history loading': {
    ...history,
    hindered: [hold('/api/admin/history')],
    shows: (page) => page.locator('main .skeleton').first(),
    isWaiting: true,
  },
  'history failed': {
    ...history,
    hindered: [fail('/api/admin/history')],
    shows: (page) => button(page, 'Try again'),
  },
  'history offline': {
    ...history,
    reach: async (page) => {
      await entries(page).first().waitFor();
      await page.context().setOffline(true);
      await page.getByRole('searchbox').fill('amara');
      await button(page, 'Search').click();
    },
    shows: said('The history is not saved on this device.'),
  },
  'history none': { ...history, at: `${history.at}&text=zzzzzz`, shows: said('No matching events') },
  'history filtered': {
    ...history,
    at: `${history.at}&type=UserSuspended%2CUserVerified`,
    shows: (page) => button(page, /^Remove filter/).first(),
  },
  'history filters': {
    ...history,
    reach: press(/^Filters/),
    shows: (page) => button(page, 'Apply filters'),
  },
  'history export': {
    ...history,
    reach: press('Export'),
    shows: (page) => page.getByRole('menuitem', { name: 'Table (CSV)' }),
  },
  'history paused': { ...history, reach: press('Pause'), shows: (page) => button(page, 'Resume') },
  'history jumped': {
    ...history,
    reach: async (page) => {
      await page.getByLabel('Date to jump to').fill('2020-01-01T00:00');
      await button(page, 'Jump').click();
    },
    shows: (page) => button(page, 'Back to the newest'),
  },
  'history entry': { ...newestOf('UserVerified'), shows: said('Cause and effect') },
  'history proof': {
    ...newestOf('UserVerified'),
    reach: (page) => page.getByText('What was checked').click(),
    shows: said(/^That root was signed on/),
  },
  'history proof-false': {
    ...newestOf('UserVerified'),
    hindered: [forgeProofs],
    reach: (page) => page.getByText('What was checked').click(),
    shows: said(/^The path does not lead to the root/),
  },
  'history look-back': {
    ...newestOf('UserSuspended'),
    reach: pressInEntry('Look back'),
    shows: (page) => page.getByRole('slider', { name: 'Moment' }),
  },
  'history conversation': {
    ...newestOf('MessageDeleted'),
    reach: pressInEntry('The conversation then'),
    shows: (page) => page.getByRole('slider', { name: 'Moment' }),
  },
  'history undo': {
    ...newestOf('UserSuspended'),
    reach: pressInEntry('Undo'),
    shows: (page) => page.getByRole('alertdialog', { name: 'Undo this?' }).getByRole('definition').first(),
  },
};
