import type { Page } from 'playwright-core';
import { answer, fail, hold } from './hindrances.ts';
import { say } from './member.ts';
import type { statesOfAddresses } from './screenList.ts';
import { long } from './screenMembers.ts';
import type { Screen } from './walk.ts';

type State = (typeof statesOfAddresses)[number];

const listed = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
/** Two of its characters have changed places. */
const similar = '0xd8dA6BF26964aF9D7eEd9e03E54315D37aA96045';
const another = 'bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh';

const ofAmara = { as: 'visitor', at: '/amara' } as const;
const thread = { as: 'member', at: '/messages?user=member_12' } as const;
const listings = /^\/api\/addresses\//;
const ask = 'Ask the directory whose it is';
const button = (page: Page, name: string) => page.getByRole('button', { name });
const said = (text: string | RegExp) => (page: Page) => page.getByText(text).first();

const checking = (address: string) => async (page: Page) => {
  await button(page, 'Check an address').click();
  await page.getByLabel('Address that your wallet shows').fill(address);
};
const asking = async (page: Page) => {
  await checking(another)(page);
  await button(page, ask).click();
};

const listing = (username: string, fullName: string, network: string, provedAt: string | null) => ({
  ...{ username, fullName, avatarUrl: null, isAuthorized: provedAt !== null, network, provedAt },
  addedAt: '2026-03-03T10:00:00.000Z',
});
const listedByTwo = {
  listings: [
    listing(long.username, long.fullName, 'BTC', '2026-03-03T10:00:00.000Z'),
    listing('member_1', 'Noah Lindqvist', 'BTC', null),
  ],
  hasMore: true,
};

/** Addresses that are checked before a payment, and those in messages. */
export const addressScreens: Record<State, Screen> = {
  'address empty': {
    ...ofAmara,
    reach: (page) => button(page, 'Check an address').click(),
    shows: said('Nothing to compare yet'),
  },
  'address listed': { ...ofAmara, reach: checking(listed), shows: said('This is @amara’s address') },
  'address similar': { ...ofAmara, reach: checking(similar), shows: said('This is not @amara’s address') },
  'address other': { ...ofAmara, reach: checking(another), shows: (page) => button(page, ask) },
  'address asked': {
    ...ofAmara,
    hindered: [answer(listings, listedByTwo)],
    reach: asking,
    shows: said(`@${long.username}`),
  },
  'address unlisted': { ...ofAmara, reach: asking, shows: said('No member lists this address.') },
  'address asking': {
    ...ofAmara,
    hindered: [hold(listings)],
    reach: asking,
    shows: said('Asking the directory…'),
    isWaiting: true,
  },
  'address not-asked': {
    ...ofAmara,
    hindered: [fail(listings)],
    reach: asking,
    shows: (page) => button(page, 'Try again'),
  },
  'address in-messages': {
    ...thread,
    reach: async (page) => {
      await say({ page }, `Mine is ${listed}, not ${another}`);
      await say({ page }, `Or ${similar}?`);
    },
    shows: said(/^Resembles your Ethereum address/),
  },
};
