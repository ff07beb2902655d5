import type { Locator, Page } from 'playwright-core';
import { fail, hold } from './hindrances.ts';
import { toast } from './member.ts';
import type { statesForAdmins } from './screenList.ts';
import { long } from './screenMembers.ts';
import type { Screen } from './walk.ts';

type State = (typeof statesForAdmins)[number];

const admin = { as: 'admin' } as const;
const dialog = (page: Page) => page.getByRole('dialog');
const said = (text: string | RegExp) => (page: Page) => page.getByText(text).first();
const button = (page: Page | Locator, name: string | RegExp) => page.getByRole('button', { name });
const reviewProfile = (page: Page) => button(page, `Review: Profile: ${long.fullName}`);
const showDecided = (page: Page) => button(page, /^Show: Profile: /);
const selectShown = (page: Page) => page.getByRole('checkbox', { name: 'Select all on this page' }).check();
const selection = (page: Page) => page.getByRole('region', { name: 'Selection' });
const loading = (page: Page) => page.getByRole('status', { name: 'Loading' }).first();
const tabOfMember = (name: RegExp) => async (page: Page) => {
  await said('amara@example.org')(page).waitFor();
  await dialog(page).getByRole('tab', { name }).click();
};

/** Screens of administrators on a site in use. */
export const adminScreens: Record<State, Screen> = {
  'profile suspended-admin': { ...admin, at: '/member_6', shows: said('@member_6') },
  'profile options-admin': {
    ...admin,
    at: '/amara',
    reach: (page) => button(page, 'Options').click(),
    shows: (page) => page.getByRole('menuitem', { name: 'Admin Actions' }),
  },
  'admin dashboard': { ...admin, at: '/admin-page', shows: said('Pending Users') },
  'admin dashboard-loading': {
    ...admin,
    at: '/admin-page',
    hindered: [hold('/api/admin/stats')],
    shows: (page) => page.locator('main .skeleton').first(),
    isWaiting: true,
  },
  'admin users': { ...admin, at: '/admin-page?tab=users', shows: said('@amara') },
  'admin users-none': {
    ...admin,
    at: '/admin-page?tab=users&query=zzzz',
    shows: said('Nobody matches this filter and search.'),
  },
  'admin users-suspended': {
    ...admin,
    at: '/admin-page?tab=users&filter=suspended',
    shows: said('@member_6'),
  },
  'admin users-selected': {
    ...admin,
    at: '/admin-page?tab=users',
    reach: selectShown,
    shows: selection,
  },
  'admin users-question': {
    ...admin,
    at: '/admin-page?tab=users',
    reach: async (page) => {
      await selectShown(page);
      await button(selection(page), 'Suspend').click();
    },
    shows: said(/^Suspend \d+ members\?/),
  },
  'admin reports-selected': {
    ...admin,
    at: '/admin-page?tab=reports',
    reach: async (page) => {
      await selectShown(page);
      await button(selection(page), 'Dismiss').click();
    },
    shows: (page) => page.getByLabel('Reason'),
  },
  'admin users-loading': {
    ...admin,
    at: '/admin-page?tab=users',
    hindered: [hold('/api/admin/users')],
    shows: (page) => page.getByRole('tabpanel').getByText('Loading'),
    isWaiting: true,
  },
  'admin users-failed': {
    ...admin,
    at: '/admin-page?tab=users',
    hindered: [fail('/api/admin/users')],
    shows: said('Error loading admin data. Please try again.'),
  },
  'admin member': {
    ...admin,
    at: '/admin-page?tab=users&user=amara',
    shows: (page) => page.getByLabel('Admin Notes'),
  },
  'admin member-protected': {
    ...admin,
    at: '/admin-page?user=admin',
    shows: (page) => page.getByLabel('Admin Notes'),
  },
  'admin member-long': {
    ...admin,
    at: `/admin-page?tab=users&user=${long.username}`,
    shows: (page) => page.getByLabel('Admin Notes'),
  },
  'admin member-missing': {
    ...admin,
    at: '/admin-page?user=nobody_here',
    shows: said('There is no member with this username.'),
  },
  'admin member-loading': {
    ...admin,
    at: '/admin-page?user=amara',
    hindered: [hold('/api/admin/users/')],
    shows: loading,
    isWaiting: true,
  },
  'admin member-wallets': {
    ...admin,
    at: '/admin-page?user=amara',
    reach: tabOfMember(/^Wallets/),
    shows: (page) => button(page, 'Remove Bitcoin address'),
  },
  'admin member-socials': {
    ...admin,
    at: '/admin-page?user=amara',
    reach: tabOfMember(/^Socials/),
    shows: (page) => button(page, 'Remove GitHub link'),
  },
  'admin member-link': {
    ...admin,
    isProved: true,
    at: '/admin-page?user=amara',
    reach: async (page) => {
      await button(page, 'Reset Password').click();
      await page.getByRole('img', { name: /QR code/ }).scrollIntoViewIfNeeded();
    },
    shows: (page) => page.getByRole('textbox', { name: 'Reset link' }),
  },
  'admin member-delete': {
    ...admin,
    at: '/admin-page?user=amara',
    reach: (page) => button(page, 'Delete Account').click(),
    shows: (page) => page.getByRole('alertdialog'),
  },
  'admin long-delete': {
    ...admin,
    at: '/admin-page?tab=users',
    reach: (page) => button(page, `Delete ${long.fullName}`).click(),
    shows: (page) => page.getByRole('alertdialog'),
  },
  'admin verification': {
    ...admin,
    at: '/admin-page?tab=verification',
    shows: (page) => button(page, /^Reject/).first(),
  },
  'admin reject': {
    ...admin,
    at: '/admin-page?tab=verification',
    reach: (page) =>
      button(page, /^Reject/)
        .first()
        .click(),
    shows: (page) => page.getByLabel('Reason'),
  },
  'admin reports': { ...admin, at: '/admin-page?tab=reports', shows: reviewProfile },
  'admin reports-closed': { ...admin, at: '/admin-page?tab=reports&cases=closed', shows: showDecided },
  'admin reports-loading': {
    ...admin,
    at: '/admin-page?tab=reports',
    hindered: [hold('/api/admin/reports')],
    shows: loading,
    isWaiting: true,
  },
  'admin reports-failed': {
    ...admin,
    at: '/admin-page?tab=reports',
    hindered: [fail('/api/admin/reports')],
    shows: said('Error loading the reports. Please try again.'),
  },
  'admin case': {
    ...admin,
    at: '/admin-page?tab=reports',
    reach: (page) => reviewProfile(page).click(),
    shows: (page) => page.getByLabel('Reason'),
  },
  'admin case-message': {
    ...admin,
    at: '/admin-page?tab=reports',
    reach: (page) => button(page, `Review: Message: ${long.fullName}`).click(),
    shows: (page) => button(page, 'Remove message'),
  },
  'admin case-no-reason': {
    ...admin,
    at: '/admin-page?tab=reports',
    reach: async (page) => {
      await reviewProfile(page).click();
      await button(page, 'Suspend').click();
    },
    shows: said('Please give a reason.'),
  },
  'admin case-closed': {
    ...admin,
    at: '/admin-page?tab=reports&cases=closed',
    reach: (page) => showDecided(page).click(),
    shows: (page) => button(dialog(page), /^Undo: .* warned /),
  },
  'admin case-undo': {
    ...admin,
    at: '/admin-page?tab=reports&cases=closed',
    reach: async (page) => {
      await showDecided(page).click();
      await button(dialog(page), /^Undo: .* decided /).click();
    },
    shows: said('The reports are open again.'),
  },
  'admin case-missing': {
    ...admin,
    at: '/admin-page?tab=reports&case=profile-999999',
    shows: said('There are no such reports.'),
  },
  'admin notifications': {
    ...admin,
    at: '/admin-page?tab=notifications',
    shows: said('Maintenance on Sunday (11)'),
  },
  'admin notifications-missing': {
    ...admin,
    at: '/admin-page?tab=notifications',
    reach: (page) => button(page, 'Create notification').click(),
    shows: (page) => toast(page, 'Missing information'),
  },
  'admin settings': {
    ...admin,
    at: '/admin-page?tab=settings',
    shows: (page) => page.getByLabel('Token supply'),
  },
  'admin settings-unsaved': {
    ...admin,
    at: '/admin-page?tab=settings',
    reach: (page) => page.getByLabel('Token supply').fill('21000'),
    shows: said('Unsaved changes'),
  },
};
