import path from 'node:path';
import type { Page } from 'playwright-core';
import { answer, expire, fail, hold, keepAccount } from './hindrances.ts';
import { root } from './process.ts';
import type { statesForMembers } from './screenList.ts';
import { long } from './screenMembers.ts';
import type { Screen } from './walk.ts';

type State = Exclude<(typeof statesForMembers)[number], `messages ${string}`>;

const member = { as: 'member' } as const;
const dashboard = { ...member, at: '/dashboard/profile' } as const;
const bell = { ...member, at: '/terms' } as const;

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const said = (text: string | RegExp) => (page: Page) => page.getByText(text).first();
const dialog = (page: Page) => page.getByRole('dialog');
const press = (name: string | RegExp) => (page: Page) => button(page, name).first().click();

const picture = path.join(root, 'pwa', 'public', 'icons', 'icon-512.png');
/** Opens the dialog for an image and chooses a file. */
const choose =
  (kind: string, file: string | { name: string; mimeType: string; buffer: Buffer }) => async (page: Page) => {
    await button(page, `Change ${kind}`).click();
    await dialog(page).locator('input[type=file]').first().setInputFiles(file);
  };
const prove = press(/^Prove it's yours/);
const changePassword = press('Change password');
const openBell = press(/^Notifications/);
/** Screens of members on a site in use. */
export const memberScreens: Record<State, Screen> = {
  'auth ended': {
    ...member,
    at: '/directory',
    hindered: [expire('/api/user/wallets')],
    reach: (page) => page.getByRole('link', { name: 'Edit', exact: true }).click(),
    shows: said(/Please log in/),
    isTheEnd: true,
  },
  'landing member': { ...member, at: '/', shows: (page) => page.getByRole('link', { name: 'My Profile' }) },
  'profile own': {
    ...member,
    at: '/amara',
    shows: (page) => page.getByRole('link', { name: 'Edit' }).first(),
  },
  'profile report': {
    ...member,
    at: `/${long.username}`,
    reach: async (page) => {
      await button(page, 'Options').click();
      await page.getByRole('menuitem', { name: 'Report' }).click();
      await page.getByLabel('Other', { exact: true }).check();
      await page.getByLabel('What should administrators know?').focus();
      await page.keyboard.press('Tab');
    },
    shows: said('Please give a reason.'),
  },
  'profile report-address': {
    ...member,
    at: `/${long.username}`,
    reach: press(/^Report WWWWWWWWWWWW address/),
    shows: (page) => button(page, 'Send report'),
  },
  'profile own-options': {
    ...member,
    at: '/amara',
    reach: press('Options'),
    shows: (page) => page.getByRole('menuitem', { name: 'Edit Profile' }),
  },
  'dashboard full': { ...dashboard, shows: (page) => button(page, 'Remove Ethereum address') },
  'dashboard unconfirmed': {
    ...dashboard,
    hindered: [answer('/api/sign-in-options', { resetByMail: true, openid: null })],
    shows: (page) => page.getByRole('region', { name: 'Your email address is not confirmed.' }),
  },
  'dashboard unsaved': {
    ...dashboard,
    reach: (page) => page.getByLabel('Full name').fill('Amara Okafor-Lindqvist'),
    shows: said('Unsaved changes'),
  },
  'dashboard errors': {
    ...dashboard,
    reach: async (page) => {
      await page.getByLabel('Full name').fill('A');
      await button(page, 'Save changes').click();
      await page.getByRole('textbox', { name: 'Address' }).fill('0x1234');
      await button(page, 'Add wallet address').click();
      await button(page, 'Add social link').click();
    },
    shows: said('Please select a platform.'),
  },
  'dashboard choosing': {
    ...dashboard,
    reach: (page) => page.getByRole('combobox', { name: 'Platform' }).click(),
    shows: (page) => page.getByRole('option', { name: 'Discord' }),
  },
  'dashboard loading': {
    ...dashboard,
    hindered: [hold('/api/user/wallets'), hold('/api/user/socials')],
    shows: (page) => page.getByRole('heading', { name: 'Wallet addresses' }),
    isWaiting: true,
  },
  'dashboard failed': {
    ...dashboard,
    hindered: [fail('/api/user/wallets'), fail('/api/user/socials')],
    shows: (page) => button(page, 'Try again').first(),
  },
  'dashboard offline': {
    ...dashboard,
    reach: (page) => page.context().setOffline(true),
    comesByItself: true,
    shows: said('You can make changes when you are back online.'),
  },
  'dashboard image': { ...dashboard, reach: press('Change avatar'), shows: dialog },
  'dashboard image-refused': {
    ...dashboard,
    reach: choose('avatar', { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') }),
    shows: said('This file cannot be used.'),
  },
  'dashboard avatar': {
    ...dashboard,
    reach: choose('avatar', picture),
    shows: (page) => button(page, 'Save image'),
  },
  'dashboard background': {
    ...dashboard,
    reach: choose('background', picture),
    shows: (page) => button(page, 'Save image'),
  },
  'dashboard password': { ...dashboard, reach: changePassword, shows: dialog },
  'dashboard password-errors': {
    ...dashboard,
    reach: async (page) => {
      await changePassword(page);
      await page.getByLabel('New password', { exact: true }).fill('short');
      await page.getByLabel('Confirm new password').fill('shirt');
      await button(page, 'Save new password').click();
    },
    shows: said('Current password is required'),
  },
  'dashboard prove': { ...dashboard, reach: prove, shows: (page) => page.getByLabel('Signature') },
  'dashboard prove-none': {
    ...dashboard,
    reach: async (page) => {
      await prove(page);
      await dialog(page).getByRole('tab', { name: 'In this browser' }).click();
    },
    shows: said(/^No wallet for .* was found in this browser$/),
  },
  'dashboard prove-refused': {
    ...dashboard,
    reach: async (page) => {
      await prove(page);
      await page.getByLabel('Signature').fill('no signature');
      await button(page, 'Prove address').click();
    },
    shows: said(/^This signature does not prove the address/),
  },
  'dashboard prove-failed': {
    ...dashboard,
    hindered: [fail(/^\/api\/user\/wallets\/[^/]+\/challenge$/)],
    reach: prove,
    shows: (page) => dialog(page).getByRole('button', { name: 'Try again' }),
  },
  'dashboard delete': {
    ...dashboard,
    reach: press('Delete account'),
    shows: (page) => page.getByRole('alertdialog'),
  },
  'dashboard farewell': {
    ...dashboard,
    hindered: [keepAccount],
    reach: async (page) => {
      await button(page, 'Delete account').click();
      await page.getByRole('alertdialog').getByRole('textbox').fill('amara');
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: /^Delete/ })
        .click();
    },
    shows: (page) => button(page, 'Download receipt'),
    isTheEnd: true,
  },
  'bell loading': {
    ...bell,
    hindered: [hold('/api/notifications')],
    reach: openBell,
    shows: (page) => dialog(page).getByRole('status'),
    isWaiting: true,
  },
  'bell failed': {
    ...bell,
    hindered: [fail('/api/notifications')],
    reach: openBell,
    shows: said('Failed to load notifications'),
  },
  'bell some': { ...bell, reach: openBell, shows: said('Maintenance on Sunday (11)') },
  'bell offline': {
    ...bell,
    reach: async (page) => {
      await openBell(page);
      await said('Maintenance on Sunday (11)')(page).waitFor();
      await page.context().setOffline(true);
    },
    shows: said('No connection. This list may be out of date.'),
  },
  'bell read': {
    ...bell,
    reach: async (page) => {
      await openBell(page);
      await said('Maintenance on Sunday (11)')(page).click();
    },
    shows: said('• Read'),
  },
};
