import { activitySchema, activityTypes, limits } from '@pmcw/contracts';
import { eventTypes, streams, type UserEvent } from '@pmcw/contracts/events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../../test/world.ts';

const path = '/api/user/activity';
let world: World;
let [boss, ada, bea] = [0, 0, 0];

const about = (event: UserEvent, actorId?: number) =>
  world.record(event, streams.user(event.data.userId), actorId);
const activityOf = (member: number, query = '') => world.json(activitySchema, path + query, { as: member });

beforeAll(async () => {
  world = await openWorld();
  boss = await world.register('boss');
  ada = await world.register('ada');
  bea = await world.register('bea');
  await about({ type: 'AdminGranted', data: { userId: boss } });
  await world.send(ada, bea, 'private words');
  const wallet = { userId: ada, walletId: 'w', network: 'ETH', address: '0xsecret' };
  await about({ type: 'WalletAdded', data: wallet }, ada);
  const proof = { statement: 'secret statement', signature: 'secret', scheme: 'eip-191' } as const;
  await about({ type: 'WalletProved', data: { userId: ada, walletId: 'w', ...proof } }, ada);
  await about({ type: 'AdminNotesChanged', data: { userId: ada, notes: 'Called twice' } }, boss);
  await about({ type: 'VerificationRequested', data: { userId: ada, requestId: 'r', message: 'Me' } }, ada);
  await about({ type: 'UserVerified', data: { userId: ada } }, boss);
  await about({ type: 'TokensSet', data: { userId: ada, pmcwTokens: 1, cause: 'verified' } }, boss);
  await about({ type: 'WalletAdded', data: { ...wallet, userId: bea, walletId: 'x' } }, bea);
  await about({ type: 'AdminNotesChanged', data: { userId: boss, notes: 'On myself' } }, boss);
  await about({ type: 'EmailConfirmed', data: { userId: ada } }, ada);
  await about(
    { type: 'WalletRemoved', data: { userId: ada, walletId: 'w', cause: 'proved_by_another' } },
    bea,
  );
  await world.settle();
});
afterAll(() => world.close());

describe('GET /api/user/activity', () => {
  it('lists changes of the member’s account, newest first, and whether the member made them', async () => {
    const entries = await activityOf(ada);
    expect(entries.map(({ type, by, facts }) => [type, by, facts])).toEqual([
      ['WalletRemoved', 'member', { cause: 'proved_by_another' }],
      ['EmailConfirmed', 'self', {}],
      ['TokensSet', 'administrator', { pmcwTokens: 1, cause: 'verified' }],
      ['UserVerified', 'administrator', {}],
      ['VerificationRequested', 'self', {}],
      ['WalletProved', 'self', {}],
      ['WalletAdded', 'self', { network: 'ETH' }],
      ['UserRegistered', 'system', { userType: 'General User' }],
    ]);
  });

  it('reveals nothing about administrators, their notes, other members or messages', async () => {
    const text = await (await world.ask(path, { as: ada })).text();
    expect(text).not.toMatch(/boss|Notes|Called|bea|Message|secret|actor/);
    expect((await activityOf(boss)).map(({ type }) => type)).toEqual(['AdminGranted', 'UserRegistered']);
  });

  it('continues where the previous page ended', async () => {
    const whole = await activityOf(ada);
    const listed: unknown[] = [];
    for (let next: string | undefined = `${path}?limit=2`; next !== undefined; ) {
      const response = await world.ask(next, { as: ada });
      const page = await world.json(activitySchema, next, { as: ada });
      expect(page.length).toBeLessThanOrEqual(2);
      listed.push(...page);
      next = /<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1];
    }
    expect(listed).toEqual(whole);
  });

  it('includes the request that the member has just made', async () => {
    const position = await about({ type: 'PasswordChanged', data: { userId: bea } }, bea);
    const headers = { 'x-min-position': position };
    const [newest] = await world.json(activitySchema, path, { as: bea, headers });
    expect(newest).toMatchObject({ type: 'PasswordChanged', by: 'self', position });
  });

  it('names the member who was blocked, only to the one who blocked', async () => {
    const cy = await world.register('cy');
    await about({ type: 'MemberBlocked', data: { userId: cy, memberId: bea } }, cy);
    await world.settle();
    const [newest] = await activityOf(cy);
    expect(newest).toMatchObject({ type: 'MemberBlocked', by: 'self', facts: { member: 'bea' } });
    expect((await activityOf(bea)).map(({ type }) => type)).not.toContain('MemberBlocked');
  });

  it('refuses strangers and invalid queries', async () => {
    await world.problem(401, 'not_signed_in', path);
    for (const query of ['?before=x', '?limit=0', `?limit=${limits.activityPageSizeMax + 1}`])
      await world.problem(400, 'invalid_input', path + query, { as: ada });
  });

  it('covers every event of a member except notes and the deletion', () => {
    const ofMembers = Object.entries(eventTypes).filter(([, { schema }]) => 'userId' in schema.shape);
    const missing = ofMembers.map(([type]) => type).filter((type) => !activityTypes.some((t) => t === type));
    expect(missing.toSorted()).toEqual(['AdminNotesChanged', 'UserDeleted']);
  });
});
