import type { Page } from 'playwright-core';
import { cut, fail, hold, refuseMessages } from './hindrances.ts';
import { composer, messages, say } from './member.ts';
import type { statesForMembers } from './screenList.ts';
import { long } from './screenMembers.ts';
import type { Screen } from './walk.ts';

type State = Extract<(typeof statesForMembers)[number], `messages ${string}`>;

const member = { as: 'member' } as const;
const thread = { ...member, at: '/messages?user=member_1' } as const;

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const said = (text: string | RegExp) => (page: Page) => page.getByText(text).first();
const dialog = (page: Page) => page.getByRole('dialog');
const press = (name: string | RegExp) => (page: Page) => button(page, name).first().click();
const search = (query: string) => (page: Page) => page.getByRole('searchbox').fill(query);
const record = async (page: Page) => {
  await button(page, 'Record a voice message').click();
  await page.getByRole('timer').filter({ hasText: '0:01' }).waitFor();
};
const recorded = async (page: Page) => {
  await record(page);
  await button(page, 'Stop recording').click();
  await button(page, 'Discard recording').waitFor();
};
/** Sends a message while offline. */
const queue = async (page: Page) => {
  await composer(page).waitFor();
  await page.context().setOffline(true);
  await said('Messages will be sent when you are back online.')(page).waitFor();
  await say({ page }, 'See you at eight, then.');
};

/** Opens the dialog with the menu of the first received message. */
const reportMessage = async (page: Page) => {
  const menu = button(page, 'Options of this message').first();
  await menu.locator('xpath=ancestor::li').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Report' }).press('Enter');
};

const retry = (page: Page) => button(page, 'Retry').last();
/** Sends a message that the server rejects. */
const refused = async (page: Page) => {
  await composer(page).waitFor();
  await say({ page }, 'Did the transfer arrive?');
  await retry(page).waitFor();
};

/** The messenger of a member on a site in use. */
export const messageScreens: Record<State, Screen> = {
  'messages list': { ...member, at: '/messages', shows: (page) => button(page, /Lena Moreau/) },
  'messages thread': { ...thread, shows: said('Perfect, sending the deposit tonight.') },
  'messages thread-empty': {
    ...member,
    at: '/messages?user=member_14',
    shows: said('Say hello to Freya Petrov.'),
  },
  'messages report': {
    ...member,
    at: `/messages?user=${long.username}`,
    reach: reportMessage,
    shows: said('They can then read this one message, and nothing else of your conversation.'),
  },
  'messages report-failed': {
    ...thread,
    hindered: [fail('/api/reports')],
    reach: async (page) => {
      await reportMessage(page);
      await page.getByLabel('Scam').check();
      await button(page, 'Send report').click();
    },
    shows: said(/^The report was not sent/),
  },
  'messages requests': {
    ...member,
    at: '/messages',
    reach: press(/^Requests/),
    shows: said('Hello! My work is at https://example.org/work.'),
  },
  'messages request': { ...member, at: '/messages?user=member_13', shows: said(/wants to write to you$/) },
  'messages long': {
    ...member,
    at: `/messages?user=${long.username}`,
    shows: (page) => page.getByRole('region', { name: 'Conversation' }).getByText(long.said),
  },
  'messages thread-loading': {
    ...member,
    at: '/messages?user=member_5',
    hindered: [hold(/^\/api\/messages\/\d+$/)],
    shows: composer,
    isWaiting: true,
  },
  'messages thread-failed': {
    ...member,
    at: '/messages?user=member_5',
    hindered: [fail(/^\/api\/messages\/\d+$/)],
    shows: (page) => button(page, 'Retry Loading Messages'),
  },
  'messages global': {
    ...member,
    at: '/messages',
    reach: press(/^Global Chat/),
    shows: (page) => page.getByRole('region', { name: 'Conversation' }).getByText('Good morning, number 15!'),
  },
  'messages search': {
    ...member,
    at: '/messages',
    reach: search('got it'),
    shows: (page) => page.locator('[data-result]').first(),
  },
  'messages search-none': {
    ...member,
    at: '/messages',
    reach: search('nothing like it'),
    shows: said(/^Nothing on this device matches/),
  },
  'messages recording': {
    ...thread,
    reach: record,
    shows: (page) => button(page, 'Stop recording'),
    isTheEnd: true,
  },
  'messages recorded': {
    ...thread,
    reach: recorded,
    shows: (page) => page.getByRole('group', { name: 'Recorded voice message' }),
    isTheEnd: true,
  },
  'messages voice': {
    ...thread,
    reach: async (page) => {
      await recorded(page);
      await button(page, 'Send message').click();
    },
    shows: (page) => page.getByRole('listitem').getByRole('slider').last(),
  },
  'messages delete': {
    ...thread,
    reach: async (page) => {
      await messages(page, 'Got it').last().focus();
      await page.keyboard.press('Delete');
    },
    shows: dialog,
  },
  'messages offline': {
    ...thread,
    reach: async (page) => {
      await composer(page).waitFor();
      await page.context().setOffline(true);
    },
    comesByItself: true,
    shows: said('Messages will be sent when you are back online.'),
  },
  'messages queued': {
    ...thread,
    reach: queue,
    shows: (page) => page.locator('[data-message] [title^="Waiting"]'),
    isTheEnd: true,
  },
  'messages leaving': {
    ...thread,
    hindered: [refuseMessages],
    reach: async (page) => {
      await refused(page);
      await button(page, 'Back to conversations').click();
      await button(page, 'Logout').click();
    },
    shows: (page) => page.getByRole('dialog', { name: 'Before you log out' }),
    isTheEnd: true,
  },
  'messages leaving-block': {
    ...member,
    at: '/messages?user=member_11',
    hindered: [cut('/api/blocks')],
    reach: async (page) => {
      await composer(page).waitFor();
      const opened = page.locator('[data-thread-open]');
      await opened.getByRole('button', { name: 'Options of this conversation' }).click();
      await page.getByRole('menuitem', { name: 'Block' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Block' }).click();
      await said('You blocked @member_11.')(page).waitFor();
      await button(page, 'Back to conversations').click();
      await button(page, 'Logout').click();
    },
    shows: (page) => page.getByRole('dialog', { name: 'Before you log out' }),
    isTheEnd: true,
  },
  'messages refused': {
    ...thread,
    hindered: [refuseMessages],
    reach: refused,
    shows: retry,
    isTheEnd: true,
  },
};
