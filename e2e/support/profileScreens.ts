import type { Page } from 'playwright-core';
import { busy, cut, fail, hold } from './hindrances.ts';
import { toast } from './member.ts';
import type { statesForVisitors } from './screenList.ts';
import { long } from './screenMembers.ts';
import { again, button, dialog, heading, said, visitor } from './visitorPage.ts';
import type { Screen } from './walk.ts';

type State = (typeof statesForVisitors)[number];

const share = async (page: Page) => {
  await button(page, 'Share').first().click();
  await dialog(page).waitFor();
};
const customize = async (page: Page) => {
  await share(page);
  await page.getByRole('tab', { name: 'Customize' }).click();
};
/** Expands all details of a proof. */
const checkProof = async (page: Page) => {
  await button(page, /^Check it yourself/).click();
  await dialog(page).getByText('How to do the same elsewhere').click();
};
/** Opens the page again without the server; the device has stored its content. */
/** Screens of a profile, for visitors on a site in use. */
export const profileScreens = {
  'profile full': { ...visitor, at: '/amara', shows: heading('Amara Okafor') },
  'profile verified': { ...visitor, at: '/member_1', shows: heading('Noah Lindqvist') },
  'profile admin': { ...visitor, at: '/admin', shows: said('@admin') },
  'profile long': { ...visitor, at: `/${long.username}`, shows: heading(long.fullName) },
  'profile long-share': { ...visitor, at: `/${long.username}`, reach: share, shows: dialog },
  'profile suspended': { ...visitor, at: '/member_6', shows: heading('404 Page Not Found') },
  'profile missing': { ...visitor, at: '/nobody_here', shows: heading('404 Page Not Found') },
  'profile loading': {
    ...visitor,
    // Opened by its address, the page comes with its data.
    at: '/directory?query=member_11',
    hindered: [hold('/api/profile/')],
    reach: (page) => page.getByRole('link', { name: /^View profile/ }).click(),
    shows: (page) => page.getByRole('status', { name: 'Loading profile' }),
    isWaiting: true,
  },
  'profile failed': {
    ...visitor,
    at: '/amara',
    hindered: [fail('/api/profile/')],
    shows: said('This profile could not be loaded'),
  },
  'profile offline': {
    ...visitor,
    at: '/amara',
    reach: again('/api/profile/'),
    comesByItself: true,
    shows: said(/As of/),
  },
  'profile never-opened': {
    ...visitor,
    at: '/member_9',
    hindered: [cut('/api/profile/')],
    shows: heading('Not on this device'),
  },
  'profile busy': {
    ...visitor,
    at: '/member_9',
    hindered: [busy('/api/profile/')],
    shows: heading('The server is busy'),
  },
  'profile copied': {
    ...visitor,
    at: '/amara',
    reach: (page) => button(page, /^Copy Ethereum/).click(),
    shows: (page) => toast(page, 'Address copied'),
  },
  'profile share': { ...visitor, at: '/amara', reach: share, shows: dialog },
  'profile share-customize': { ...visitor, at: '/amara', reach: customize, shows: dialog },
  'profile share-other-image': {
    ...visitor,
    at: '/amara',
    reach: async (page) => {
      await customize(page);
      await page.getByRole('switch', { name: 'Use custom image' }).click();
      await page.getByLabel('Image URL').fill('https://images.example.org/me.png');
    },
    shows: said('images.example.org'),
  },
  'profile code': {
    ...visitor,
    at: '/amara',
    reach: (page) => button(page, /^Show the QR code of the Ethereum/).click(),
    shows: (page) => page.getByRole('img', { name: /^QR code/ }),
  },
  'profile proof': {
    ...visitor,
    at: '/amara',
    reach: checkProof,
    shows: (page) => dialog(page).getByText('Checked in your browser'),
  },
  'profile proof-false': {
    ...visitor,
    at: '/amara',
    reach: async (page) => {
      await page.route('**/api/profile/amara', async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replaceAll('I am @amara on', 'I am @eve on');
        await route.fulfill({ response, body });
      });
      await page.reload();
      await checkProof(page);
    },
    shows: said('This does not check out'),
  },
  'profile options': {
    ...visitor,
    at: '/amara',
    reach: (page) => button(page, 'Options').click(),
    shows: (page) => page.getByRole('menuitem').first(),
  },
} satisfies Partial<Record<State, Screen>>;
