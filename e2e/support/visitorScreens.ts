import { eventually } from '@pmcw/testing/eventually';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { answer, busy, cut, fail, hinder, hold, nothingToSay } from './hindrances.ts';
import { keptOnDevice } from './keptOnDevice.ts';
import { password, toast } from './member.ts';
import { profileScreens } from './profileScreens.ts';
import type { statesForVisitors } from './screenList.ts';
import { again, button, dialog, heading, said, visitor } from './visitorPage.ts';
import type { Screen } from './walk.ts';

type State = (typeof statesForVisitors)[number];

const register = (page: Page) => page.getByRole('tab', { name: 'Register' }).click();
async function logIn(page: Page, username: string, secret: string): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await button(page, 'Login').click();
}
async function registerAs(page: Page, username: string): Promise<void> {
  await register(page);
  await page.getByLabel('Full name').fill('Amara Okafor');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill('somebody@example.org');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password', { exact: true }).fill(password);
  await page.getByLabel(/I agree/).check();
  await button(page, 'Create account').click();
}
const nobody = { users: [], pagination: { total: 0, page: 1, limit: 20, totalPages: 0 } };

/** A site that sends mail. */
const withMail = answer('/api/sign-in-options', { resetByMail: true, openid: null });
const forgot = (page: Page) => button(page, 'Forgot password?').click();
async function resetTo(page: Page, first: string, second: string): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(first);
  await page.getByLabel('Confirm new password').fill(second);
  await button(page, 'Save new password').click();
}
/** Screens of visitors on a site in use. */
export const visitorScreens: Record<State, Screen> = {
  'landing full': { ...visitor, at: '/', shows: said('View All Verified Users') },
  'landing loading': {
    ...visitor,
    at: '/',
    hindered: [hold('/api/featured-users')],
    shows: (page) => page.getByRole('status', { name: 'Loading verified users' }),
    isWaiting: true,
  },
  'landing failed': {
    ...visitor,
    at: '/',
    hindered: [fail('/api/featured-users')],
    shows: said('Failed to fetch featured users'),
  },
  'auth login': { ...visitor, at: '/auth', shows: (page) => button(page, 'Login') },
  'auth login-errors': {
    ...visitor,
    at: '/auth',
    reach: (page) => button(page, 'Login').click(),
    shows: said('Username is required'),
  },
  'auth login-refused': {
    ...visitor,
    at: '/auth',
    reach: (page) => logIn(page, 'amara', 'not the password'),
    shows: (page) => toast(page, 'Login failed'),
  },
  'auth suspended': {
    ...visitor,
    at: '/auth',
    reach: (page) => logIn(page, 'member_6', password),
    shows: said('This account has been suspended'),
  },
  'auth register': {
    ...visitor,
    at: '/auth',
    reach: register,
    shows: (page) => button(page, 'Create account'),
  },
  'auth register-errors': {
    ...visitor,
    at: '/auth',
    reach: async (page) => {
      await register(page);
      await page.getByLabel('Username').fill('no spaces');
      await page.getByLabel('Email').fill('nowhere');
      await page.getByLabel('Password', { exact: true }).fill('short');
      await page.getByLabel('Confirm password', { exact: true }).fill('shirt');
      await page.getByLabel('Request verification').check();
      await button(page, 'Create account').click();
    },
    shows: said('You must agree to the terms'),
  },
  'auth register-refused': {
    ...visitor,
    at: '/auth',
    reach: (page) => registerAs(page, 'amara'),
    shows: (page) => toast(page, 'Registration failed'),
  },
  'auth forgotten': {
    ...visitor,
    at: '/auth',
    reach: forgot,
    shows: heading('Forgot your password?'),
  },
  'auth forgotten-mail': {
    ...visitor,
    at: '/auth',
    hindered: [withMail],
    reach: forgot,
    shows: (page) => dialog(page).getByLabel('Username or email'),
  },
  'auth forgotten-sent': {
    ...visitor,
    at: '/auth',
    hindered: [withMail],
    async reach(page) {
      await forgot(page);
      await page.route('**/api/forgot-password', (route) => route.fulfill(nothingToSay));
      await dialog(page).getByLabel('Username or email').fill('somebody');
      await button(page, 'Send me a link').click();
    },
    shows: said(/an email is on its way/),
  },
  'auth reset': { ...visitor, at: '/auth#reset=not-a-real-one', shows: heading('Choose a new password') },
  'auth reset-errors': {
    ...visitor,
    at: '/auth#reset=not-a-real-one',
    reach: (page) => resetTo(page, 'short', 'other'),
    shows: said('Passwords do not match'),
  },
  'auth reset-refused': {
    ...visitor,
    at: '/auth#reset=not-a-real-one',
    reach: (page) => resetTo(page, password, password),
    shows: (page) => toast(page, 'Error changing password'),
  },
  'auth confirm': {
    ...visitor,
    at: '/auth#confirm=not-a-real-one',
    shows: heading('Confirm your email address'),
  },
  'auth confirm-refused': {
    ...visitor,
    at: '/auth#confirm=not-a-real-one',
    reach: (page) => button(page, 'Confirm email address').click(),
    shows: (page) => page.getByRole('alert'),
  },
  'legal terms': { ...visitor, at: '/terms', shows: heading('Terms of Service') },
  'legal privacy': { ...visitor, at: '/privacy', shows: heading('Privacy Policy') },
  'directory full': { ...visitor, at: '/directory', shows: said('@amara') },
  'directory filtered': {
    ...visitor,
    at: '/directory?isAuthorized=true&userType=Business&query=a',
    shows: said('@amara'),
  },
  'directory last-page': { ...visitor, at: '/directory?page=2&sort=newest', shows: said('@admin') },
  'directory choosing': {
    ...visitor,
    at: '/directory',
    reach: (page) => page.getByRole('combobox', { name: 'Account type' }).click(),
    shows: (page) => page.getByRole('option', { name: 'Charity' }),
  },
  'directory proved': { ...visitor, at: '/directory?hasProof=true', shows: said('Proven address') },
  'directory nobody-fits': { ...visitor, at: '/directory?query=zzzz', shows: heading('No profiles found') },
  'directory nobody-here': {
    ...visitor,
    at: '/directory',
    hindered: [answer(/^\/api\/directory$/, nobody)],
    shows: heading('No results found'),
  },
  'directory loading': {
    ...visitor,
    at: '/directory',
    hindered: [hold('/api/directory')],
    // Eight cards (spec §9).
    shows: (page) => page.locator('[role=status][aria-label="Loading members"] > :nth-child(8):last-child'),
    isWaiting: true,
  },
  'directory failed': {
    ...visitor,
    at: '/directory',
    hindered: [fail('/api/directory')],
    shows: said(/^Error loading directory data/),
  },
  'directory offline': {
    ...visitor,
    at: '/directory',
    reach: again('/api/directory'),
    comesByItself: true,
    shows: said(/As of/),
  },
  'directory never-opened': {
    ...visitor,
    at: '/directory?page=3',
    hindered: [cut('/api/directory')],
    shows: heading('Not on this device'),
  },
  'directory busy': {
    ...visitor,
    at: '/directory?page=3',
    hindered: [busy('/api/directory')],
    shows: heading('The server is busy'),
  },
  'directory busy-search': {
    ...visitor,
    at: '/directory',
    reach: async (page) => {
      await eventually(async () =>
        expect(JSON.stringify(await keptOnDevice(page))).toContain('Amara Okafor'),
      );
      await hinder(page, busy('/api/directory'));
      await page.getByRole('searchbox').fill('amara');
    },
    shows: said('The server is busy. As of'),
  },
  ...profileScreens,
  'messages denied': { ...visitor, at: '/messages', shows: (page) => page.getByText('Go to Login') },
  'share-target nothing': { ...visitor, at: '/share-target', shows: heading('Nothing here yet') },
  'not-found page': { ...visitor, at: '/no/such/page', shows: heading('404 Page Not Found') },
  'screen unfetched': {
    ...visitor,
    at: '/terms',
    hindered: [fail(/TermsScreen/)],
    shows: (page) => button(page, 'Try again'),
  },
  'error overlay': {
    ...visitor,
    at: '/terms',
    hindered: [answer(/TermsScreen/, {}, 404)],
    shows: heading('Application Error'),
    isWaiting: true,
  },
};
