import { userFold } from '@pmcw/contracts/events';
import { silent } from '@pmcw/resilience';
import { eventually } from '@pmcw/testing/eventually';
import { evmWallet } from '@pmcw/testing/wallets';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { SignedIn } from '../../test/browser.ts';
import { refusal } from '../../test/refusal.ts';
import { newAddress, type Running, run, userStream } from '../../test/running.ts';
import { listAndProve } from '../../test/wallets.ts';
import { StreamTurns } from '../handling/streamTurns.ts';
import { Members } from '../members/members.ts';
import type { FindEnsName } from './ensNames.ts';
import type { FindLinkBack } from './linkBack.ts';
import { ProfileChecking } from './profileChecking.ts';

const weekMs = 7 * 24 * 60 * 60 * 1000;
let app: Running;
let checking: ProfileChecking;
let members: Members;
let offsetMs = 0;
/** Instead of the pages, which `linkBack.int.spec.ts` serves. */
let answer: Awaited<ReturnType<FindLinkBack>> = 'rel_me';
let checks: string[] = [];
/** Instead of a node, which `ensNames.int.spec.ts` serves. */
let ensAnswer: Awaited<ReturnType<FindEnsName>> = { name: 'ada.eth' };

function startChecking(): ProfileChecking {
  const { eventStore, vault } = app;
  const started = new ProfileChecking({
    ...{ eventStore, vault, members, logger: silent, turns: new StreamTurns() },
    clock: () => new Date(Date.now() + offsetMs),
    observe: () => undefined,
    spendEvents: async () => undefined,
    findLinkBack: async ({ url, domain }, username) => {
      checks.push(`${username} ${url.href} ${domain}`);
      return answer;
    },
    findEnsName: async (address) => {
      checks.push(address);
      return ensAnswer;
    },
  });
  started.start();
  return started;
}

beforeAll(async () => {
  app = await run();
  members = new Members(app.eventStore, app.vault.snapshots, silent);
  await members.start();
  checking = startChecking();
});
afterAll(async () => {
  await checking.close();
  await members.close();
  await app.stop();
});
beforeEach(() => {
  answer = 'rel_me';
  ensAnswer = { name: 'ada.eth' };
  checks = [];
});

async function pass(ms: number): Promise<void> {
  offsetMs += ms;
  await app.pass(ms);
  await checking.close();
  checking = startChecking();
}
const socialsOf = async (member: SignedIn) => {
  const state = (await app.events(userStream(member))).reduce(
    (before, event) => (userFold.owns(event) ? userFold.evolve(before, event) : before),
    userFold.initialState,
  );
  return state.status === 'registered' ? state.socials : [];
};
const typesOf = async (member: SignedIn) =>
  (await app.events(userStream(member)))
    .map(({ type }) => type)
    .filter((type) => type.startsWith('LinkBack'));
async function linked(username: string, link = 'https://ada.example/'): Promise<[SignedIn, string]> {
  const member = await app.register(username);
  const { body } = await member.post('/api/user/socials', { platform: 'website', username: link });
  return [member, String(body.id)];
}

it('checks a new link at once, and again every week', async () => {
  const [ada, id] = await linked('ada');
  await eventually(async () => expect(await typesOf(ada)).toEqual(['LinkBackSeen']));
  expect(checks).toEqual(['ada https://ada.example/ ada.example']);
  const [first] = await socialsOf(ada);
  expect(first).toMatchObject({ id, linksBack: { by: 'rel_me' } });
  answer = 'dns';
  await pass(weekMs);
  await eventually(async () => expect(await typesOf(ada)).toEqual(['LinkBackSeen', 'LinkBackSeen']));
  const [second] = await socialsOf(ada);
  expect(second?.linksBack?.by).toBe('dns');
  expect(Date.parse(second?.linksBack?.seenAt ?? '')).toBeGreaterThan(
    Date.parse(first?.linksBack?.seenAt ?? ''),
  );
});

it('removes the mark once the page does not link back', async () => {
  const [bea] = await linked('bea');
  await eventually(async () => expect(await typesOf(bea)).toHaveLength(1));
  answer = null;
  await pass(weekMs);
  await eventually(async () => expect(await typesOf(bea)).toEqual(['LinkBackSeen', 'LinkBackLost']));
  expect((await socialsOf(bea))[0]?.linksBack).toBeNull();
});

it('keeps the mark while the page can’t be reached, for five weeks', async () => {
  const [cid, id] = await linked('cid');
  await eventually(async () => expect(await typesOf(cid)).toHaveLength(1));
  answer = 'unknown';
  await pass(weekMs);
  await eventually(() => expect(checks.filter((check) => check.startsWith('cid'))).toHaveLength(2));
  expect(await checking.checkNow(cid.id, id, AbortSignal.timeout(60_000))).toMatchObject({
    result: 'unreachable',
    link: { linksBack: { by: 'rel_me' } },
  });
  await pass(5 * weekMs);
  await eventually(async () => expect(await typesOf(cid)).toEqual(['LinkBackSeen', 'LinkBackLost']));
});

it('checks on request, and answers with the link', async () => {
  answer = null;
  const [dan, id] = await linked('dan');
  await eventually(() => expect(checks.filter((check) => check.startsWith('dan'))).toHaveLength(1));
  const now = () => checking.checkNow(dan.id, id, AbortSignal.timeout(60_000));
  expect(await now()).toMatchObject({ result: 'no_link', link: { id, linksBack: null } });
  expect(await typesOf(dan)).toEqual([]);
  answer = 'well_known';
  const { position, ...checked } = await now();
  expect(checked).toMatchObject({ result: 'links_back', link: { id, linksBack: { by: 'well_known' } } });
  expect((await app.events(userStream(dan))).at(-1)).toMatchObject({
    type: 'LinkBackSeen',
    position,
    metadata: { actorId: null },
  });
});

it('refuses links of others, and those that can’t be checked', async () => {
  const [eve, id] = await linked('eve', 'http://eve.example');
  const [, other] = await linked('fay');
  const check = (socialId: string) => checking.checkNow(eve.id, socialId, AbortSignal.timeout(60_000));
  await expect(check(other)).rejects.toMatchObject({ code: 'not_found' });
  await expect(check(id)).rejects.toMatchObject({ code: 'not_checkable' });
});

it('forgets links that are removed, and members who leave', async () => {
  const [gil, id] = await linked('gil');
  await eventually(async () => expect(await typesOf(gil)).toHaveLength(1));
  await gil.call('DELETE', `/api/user/socials/${id}`);
  const [hal] = await linked('hal');
  await eventually(async () => expect(await typesOf(hal)).toHaveLength(1));
  expect(await hal.call('DELETE', '/api/user', { password: 'correct horse' })).not.toMatchObject(
    refusal(500, 'internal'),
  );
  await app.vault.forgetMember(hal.id);
  checks = [];
  await linked('ivy');
  await pass(weekMs);
  await eventually(() => expect(checks.filter((check) => check.startsWith('ivy')).length).toBeGreaterThan(0));
  expect(checks.filter((check) => /^(gil|hal) /.test(check))).toEqual([]);
});

const namesOf = async (member: SignedIn) =>
  (await app.events(userStream(member))).flatMap((event) =>
    event.type === 'EnsNameSeen' || event.type === 'EnsNameLost' ? [event.type] : [],
  );

/** The addresses whose names were looked for. */
const addresses = () => checks.filter((check) => check.startsWith('0x'));

it('looks for the name of an address once it is proved, and again every week', async () => {
  const jan = await app.register('jan');
  const wallet = evmWallet();
  await jan.post('/api/user/wallets', { network: 'ETH', address: newAddress() });
  const id = await listAndProve(jan, wallet);
  await eventually(async () => expect(await namesOf(jan)).toEqual(['EnsNameSeen']));
  expect(addresses()).toEqual([wallet.address]);
  const { state } = await members.load(jan.id);
  expect(state).toMatchObject({ wallets: [{ ensName: null }, { id, ensName: { name: 'ada.eth' } }] });
  ensAnswer = 'unknown';
  await pass(weekMs);
  await eventually(() => expect(addresses()).toHaveLength(2));
  ensAnswer = null;
  await pass(weekMs);
  await eventually(async () => expect(await namesOf(jan)).toEqual(['EnsNameSeen', 'EnsNameLost']));
});

it('looks for no name of addresses on other networks', async () => {
  const kim = await app.register('kim');
  await listAndProve(kim, evmWallet(undefined, 'BSC'));
  const lea = await app.register('lea');
  const wallet = evmWallet();
  await listAndProve(lea, wallet);
  await eventually(() => expect(addresses()).toEqual([wallet.address]));
});
