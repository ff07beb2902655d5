import { wellKnown } from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import { profileKeysSchema, signedProfileSchema, verifyProfile } from '@pmcw/contracts/signedProfiles';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../../test/world.ts';

let world: World;
let ada: number;
/** Of the last event. */
let position: string;
const eth = { network: 'ETH', address: '0xde0B295669a9FD93d5F28D9Ec85E40f4cb697BAe' };
const issuer = 'http://localhost:8080';

beforeAll(async () => {
  world = await openWorld();
  ada = await world.register('Ada');
  const stream = streams.user(ada);
  await world.record({ type: 'WalletAdded', data: { userId: ada, walletId: 'w1', ...eth } }, stream);
  await world.record(
    { type: 'WalletAdded', data: { userId: ada, walletId: 'w2', ...eth, network: 'BSC' } },
    stream,
  );
  position = await world.record({ type: 'UserVerified', data: { userId: ada } }, stream);
  await world.settle();
});
afterAll(() => world.close());

const profileOf = (name: string) => world.json(signedProfileSchema, wellKnown.profileOf(name));
const keys = () => world.json(profileKeysSchema, wellKnown.profileKeys);
const check = async (name: string) =>
  verifyProfile(await profileOf(name), await keys(), { issuer, username: name, now: new Date() });

describe('a signed profile', () => {
  it('has the profile’s data and its position in the log, in any case of the name', async () => {
    for (const name of ['ada', 'ADA']) {
      expect(await check(name)).toMatchObject({
        isTrusted: true,
        claims: {
          ...{ issuer, username: 'Ada', url: `${issuer}/Ada`, position },
          addresses: [
            { ...eth, addedAt: '2026-01-01T00:00:02.000Z', proof: null },
            { ...eth, network: 'BSC', addedAt: '2026-01-01T00:00:03.000Z', proof: null },
          ],
          ...{ isAuthorized: true, verifiedAt: '2026-01-01T00:00:04.000Z' },
        },
      });
    }
  });

  it('takes one statement', async () => {
    expect(await world.statementsOf(() => world.ask(wellKnown.profileOf('ada')))).toBe(1);
  });

  it('waits for a requested position, like every answer', async () => {
    const next = await world.record({ type: 'UserUnverified', data: { userId: ada } }, streams.user(ada));
    const answer = await world.ask(wellKnown.profileOf('ada'), { headers: { 'x-min-position': next } });
    expect(await answer.json()).toMatchObject({ claims: { isAuthorized: false, verifiedAt: null } });
  });

  it.each(['nobody', 'a%2Fb', "x'%20or%201=1--"])('is 404 for %s', async (name) => {
    await world.problem(404, 'not_found', `/.well-known/pmcw/${name}.json`);
  });

  it('is 404 for suspended members, also for administrators, and for deleted members', async () => {
    const eve = await world.register('eve');
    await world.record({ type: 'AdminGranted', data: { userId: ada } }, streams.user(ada));
    await world.record({ type: 'UserSuspended', data: { userId: eve } }, streams.user(eve));
    await world.settle();
    await world.problem(404, 'not_found', wellKnown.profileOf('eve'), { as: ada });
    await world.record({ type: 'UserDeleted', data: { userId: eve } }, streams.user(eve));
    await world.settle();
    await world.problem(404, 'not_found', wellKnown.profileOf('eve'));
  });

  it('gets 503 with Retry-After while the read model of an earlier release is in use', async () => {
    const database = new pg.Client({ connectionString: world.databaseUrl });
    await database.connect();
    await database.query('alter table profiles.profiles drop column verified_at');
    await database.query("update projections.checkpoints set version = version - 1 where model = 'profiles'");
    await database.end();
    await world.problem(503, 'unavailable', wellKnown.profileOf('ada'));
  });
});
