import { addressListingsSchema, limits } from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Watched, watchBlocks } from '../../test/blocks.ts';
import { openWorld, type World } from '../../test/world.ts';
import { findListings } from './listings.ts';

const shared = '0xde0B295669a9FD93d5F28D9Ec85E40f4cb697BAe';
const evm = '0x52908400098527886E0F7030069857D2E4169EE7';
const polkadot = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5';
const substrate = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY';
const cardano =
  'addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x';
const proof = { statement: 'It is mine', signature: '0x01', scheme: 'eip-191' } as const;

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** Returns the member's id. */
async function lister(username: string, network: string, address: string): Promise<number> {
  const userId = await world.register(username);
  const data = { userId, walletId: 'w1', network, address };
  await world.record({ type: 'WalletAdded', data }, streams.user(userId));
  return userId;
}

const pathOf = (address: string) => `/api/addresses/${encodeURIComponent(address)}/listings`;

const listings = (address: string, as?: number) =>
  world.json(addressListingsSchema, pathOf(address), as === undefined ? {} : { as });

const namesOf = async (address: string, as?: number) =>
  (await listings(address, as)).listings.map(({ username }) => username);

describe('GET /api/addresses/{address}/listings', () => {
  it('has proved listings first, by the age of their proof, then the longest listed', async () => {
    await lister('first', 'ETH', shared);
    await lister('second', 'ETH', shared);
    const third = await lister('third', 'ETH', shared);
    const fourth = await lister('fourth', 'ETH', shared);
    const verified = await lister('Fifth', 'MATIC', shared);
    for (const userId of [fourth, third]) {
      const data = { userId, walletId: 'w1', ...proof };
      await world.record({ type: 'WalletProved', data }, streams.user(userId));
    }
    await world.record({ type: 'UserVerified', data: { userId: verified } }, streams.user(verified));
    await world.settle();
    const answer = await listings(shared);
    expect(answer.listings.map(({ username, provedAt }) => [username, provedAt !== null])).toEqual([
      ['fourth', true],
      ['third', true],
      ['first', false],
      ['second', false],
      ['Fifth', false],
    ]);
    expect(answer.hasMore).toBe(false);
    expect(answer.listings.at(-1)).toEqual({
      ...{ username: 'Fifth', fullName: 'Fifth of Test', avatarUrl: null, isAuthorized: true },
      ...{ network: 'MATIC', addedAt: expect.stringMatching(/^2026-.*Z$/), provedAt: null },
    });
    await lister('sixth', 'ETH', shared);
    await world.settle();
    expect(await listings(shared)).toEqual({ ...answer, hasMore: true });
  });

  it('finds an address in any spelling of any network', async () => {
    await lister('erin', 'AVAX', evm);
    await lister('dora', 'DOT', polkadot);
    await lister('kusama', 'KSM', substrate);
    await lister('cara', 'ADA', cardano);
    await world.settle();
    expect(await namesOf(evm.toLowerCase())).toEqual(['erin']);
    expect(await namesOf(polkadot)).toEqual(['dora']);
    expect((await namesOf(substrate)).sort()).toEqual(['dora', 'kusama']);
    expect(await namesOf(cardano.toUpperCase())).toEqual(['cara']);
    expect(await listings('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toEqual({
      listings: [],
      hasMore: false,
    });
  });

  it('shows suspended members to administrators only', async () => {
    const address = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
    const suspended = await lister('gone', 'ETH', address);
    const admin = await lister('admin', 'BSC', address);
    await world.record({ type: 'AdminGranted', data: { userId: admin } }, streams.user(admin));
    await world.record({ type: 'UserSuspended', data: { userId: suspended } }, streams.user(suspended));
    await world.settle();
    expect(await namesOf(address)).toEqual(['admin']);
    expect(await namesOf(address, suspended)).toEqual(['admin']);
    expect(await namesOf(address, admin)).toEqual(['gone', 'admin']);
  });

  it('is cached by no one, and leaves the address in no log line', async () => {
    const answer = await world.ask(pathOf(shared));
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(JSON.stringify(world.log)).not.toMatch(/0xde0b/i);
  });

  it.each(['short', 'with a space in it', 'адрес-адрес'])('is 400 for %j', async (text) => {
    const { errors } = await world.problem(400, 'invalid_input', pathOf(text));
    expect(errors).toEqual([{ path: 'address', message: 'Wallet address must be valid.' }]);
  });

  it('is 404 for a text that is longer than any address', async () => {
    expect(await listings('a'.repeat(limits.walletAddressMax))).toMatchObject({ listings: [] });
    await world.problem(404, 'not_found', pathOf('a'.repeat(limits.walletAddressMax + 1)));
  });
});

describe('the cost of an address that many list', () => {
  const popular = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB';
  const rare = '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb';
  const members = 10_000;
  let watched: Watched;
  beforeAll(async () => {
    watched = watchBlocks(world.databaseUrl);
    const first = 1_000;
    const statements = [
      sql`insert into profiles.profiles (member_id, username, username_key, full_name, bio, user_type, is_authorized,
          is_suspended, pmcw_tokens, created_at)
        select n, 'm' || n, 'm' || n, 'Member ' || n, '', 'General User', false, false, 0, now()
        from generate_series(${first}::integer, ${first + members}::integer) n`,
      sql`insert into profiles.wallets (member_id, wallet_id, network, address, added_at)
        select n, 'w1', 'ETH', case when n = ${first} then ${rare} else ${popular} end, now() + n * interval '1 second'
        from generate_series(${first}::integer, ${first + members}::integer) n`,
      sql`vacuum analyze`,
    ];
    for (const statement of statements) await statement.execute(watched.db);
  });
  afterAll(() => watched.close());

  it('is that of a page', async () => {
    const ask = (address: string) => (db: typeof watched.db) => findListings(db, address, null);
    expect(await ask(popular)(watched.db)).toMatchObject({ listings: { length: 5 }, hasMore: true });
    expect(await ask(rare)(watched.db)).toMatchObject({ listings: { length: 1 }, hasMore: false });
    const alone = await watched.blocksOf(ask(rare));
    const crowded = await watched.blocksOf(ask(popular));
    // A few blocks for each row that is read.
    expect(crowded).toBeLessThanOrEqual(alone + 4 * (limits.addressListingsMax + 1));
    expect(await watched.indexesOf(ask(popular))).toContain('wallets_address_proved_at_added_at_idx');
    expect(await world.statementsOf(() => world.ask(pathOf(popular)))).toBe(1);
  });
});
