import { randomUUID } from 'node:crypto';
import {
  caseDetailsSchema,
  caseIdOf,
  momentSchema,
  type ReportKind,
  reportCasesSchema,
} from '@pmcw/contracts';
import { type ProductEvent, streams } from '@pmcw/contracts/events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../../test/world.ts';

const recording = { hash: 'e'.repeat(64), bytes: Buffer.from('what was said') };

const media = {
  describe: async (hash: string) =>
    hash === recording.hash ? { mediaType: 'audio/webm', size: recording.bytes.length } : null,
  read: async (_hash: string, from: number, bytes: number) => recording.bytes.subarray(from, from + bytes),
};

let world: World;
let boss: number;
let ada: number;
let bea: number;
let cem: number;

const about = (event: Extract<ProductEvent, { data: { userId: number } }>) =>
  world.record(event, streams.user(event.data.userId));

interface Report {
  readonly by: number;
  readonly kind: ReportKind;
  readonly memberId: number;
  readonly itemId?: string;
  readonly text?: string;
}

function report({ by: reporterId, kind, memberId, itemId = '', text = '' }: Report): Promise<string> {
  const id = kind === 'profile' ? null : itemId;
  const caseId = caseIdOf(kind, memberId, id);
  const data = { caseId, memberId, kind, itemId: id, reporterId, reason: 'scam', text } as const;
  return world.record({ type: 'ContentReported', data }, streams.case(caseId), reporterId);
}

const close = (caseId: string, memberId: number) =>
  world.record(
    { type: 'CaseClosed', data: { caseId, memberId, outcome: 'warned', reason: 'please stop' } },
    streams.case(caseId),
    boss,
  );

async function cases(query = '') {
  await world.settle();
  return world.json(reportCasesSchema, `/api/admin/reports${query}`, { as: boss });
}

async function details(caseId: string, query = '') {
  await world.settle();
  return world.json(caseDetailsSchema, `/api/admin/reports/${caseId}${query}`, { as: boss });
}

const wallet = { walletId: 'w1', network: 'ETH', address: '0x52908400098527886E0F7030069857D2E4169EE7' };

beforeAll(async () => {
  world = await openWorld({ vault: { media } });
  boss = await world.register('boss');
  await about({ type: 'AdminGranted', data: { userId: boss } });
  ada = await world.register('ada');
  bea = await world.register('bea');
  cem = await world.register('cem');
  await about({ type: 'WalletAdded', data: { userId: ada, ...wallet } });
});
afterAll(() => world.close());

describe('a reported profile', () => {
  it('is shown as it was at each report, however it changed since', async () => {
    const names = { userId: ada, telegramHandle: '' };
    await about({ type: 'ProfileEdited', data: { ...names, fullName: 'Support Team', bio: 'Send coins' } });
    const first = await report({ by: bea, kind: 'profile', memberId: ada, text: 'not the support' });
    await about({ type: 'ProfileEdited', data: { ...names, fullName: 'Ada', bio: 'Hi' } });
    const second = await report({ by: cem, kind: 'profile', memberId: ada });
    await about({ type: 'ProfileEdited', data: { ...names, fullName: 'Harmless', bio: '' } });
    await about({ type: 'WalletRemoved', data: { userId: ada, walletId: 'w1' } });

    const newest = await details(`profile-${ada}`);
    expect(newest).toMatchObject({
      at: second,
      case: { member: { fullName: 'Harmless' }, reports: 2, otherReports: 0, status: 'open', closing: null },
      content: { kind: 'profile', profile: { fullName: 'Ada', bio: 'Hi', wallets: [{ id: 'w1' }] } },
    });
    expect(newest.reports).toMatchObject([
      { position: second, reporter: { username: 'cem' }, text: '' },
      { position: first, reporter: { username: 'bea' }, reason: 'scam', text: 'not the support' },
    ]);
    expect(await details(`profile-${ada}`, `?at=${first}`)).toMatchObject({
      at: first,
      content: { profile: { fullName: 'Support Team', bio: 'Send coins' } },
    });
    await world.problem(404, 'not_found', `/api/admin/reports/profile-${ada}?at=1`, { as: boss });
  });
});

describe('a reported address', () => {
  it('is shown although it is no longer listed', async () => {
    const dan = await world.register('dan');
    await about({ type: 'WalletAdded', data: { userId: dan, ...wallet } });
    await report({ by: bea, kind: 'address', memberId: dan, itemId: 'w1' });
    await about({ type: 'WalletRemoved', data: { userId: dan, walletId: 'w1' } });
    const { content, case: shown } = await details(`address-${dan}-w1`);
    const { network, address } = wallet;
    expect(content).toEqual({ kind: 'address', wallet: { id: 'w1', network, address, provedAt: null } });
    expect(shown).toMatchObject({ reports: 1, otherReports: 0 });
  });
});

describe('a reported message', () => {
  it('is shown with its receiver, also after it was removed', async () => {
    const { id } = await world.send(ada, bea, 'send me coins');
    await report({ by: bea, kind: 'message', memberId: ada, itemId: id });
    await world.record(
      { type: 'MessageDeleted', data: { messageId: id, senderId: ada, receiverId: bea } },
      streams.message(id),
    );
    const { content, case: shown } = await details(`message-${id}`);
    expect(content).toMatchObject({
      kind: 'message',
      message: { isPrivate: true, receiver: { username: 'bea' }, content: 'send me coins', voiceUrl: null },
    });
    expect(shown.otherReports).toBe(2);
  });

  it('of a conversation can be heard by administrators only once it was reported', async () => {
    const messageId = randomUUID();
    const said = { messageId, senderId: ada, receiverId: bea, content: '' };
    const voice = { messageType: 'voice', voiceHash: recording.hash, voiceSeconds: 1 } as const;
    await world.record({ type: 'MessageSent', data: { ...said, ...voice } }, streams.message(messageId), ada);
    await world.settle();
    const listen = async (as: number) => (await world.ask(`/media/${recording.hash}`, { as })).status;
    expect([await listen(bea), await listen(boss), await listen(cem)]).toEqual([200, 404, 404]);
    await report({ by: bea, kind: 'message', memberId: ada, itemId: messageId });
    await world.settle();
    expect([await listen(bea), await listen(boss), await listen(cem)]).toEqual([200, 200, 404]);
    expect(await details(`message-${messageId}`)).toMatchObject({
      content: { message: { messageType: 'voice', voiceUrl: `/media/${recording.hash}`, voiceSeconds: 1 } },
    });
  });

  it('that was for everyone has no receiver', async () => {
    const { id } = await world.send(ada, null, 'buy this');
    await report({ by: bea, kind: 'message', memberId: ada, itemId: id });
    expect(await details(`message-${id}`)).toMatchObject({
      content: { message: { isPrivate: false, receiver: null, content: 'buy this' } },
    });
  });
});

describe('the queue', () => {
  it('has the oldest open cases first, by pages, and the last closed ones first', async () => {
    const open = await cases();
    expect(open.map(({ openedAt }) => openedAt)).toEqual(open.map(({ openedAt }) => openedAt).sort());
    const response = await world.ask('/api/admin/reports?limit=2', { as: boss });
    const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1] ?? '';
    const rest = await world.json(reportCasesSchema, next, { as: boss });
    expect(rest.map(({ id }) => id)).toEqual(open.slice(2, 4).map(({ id }) => id));

    await close(`profile-${ada}`, ada);
    const [first, second] = open.filter(({ kind }) => kind === 'message');
    await close(second?.id ?? '', ada);
    expect((await cases('?status=closed')).map(({ id }) => id)).toEqual([second?.id, `profile-${ada}`]);
    expect((await cases()).map(({ id }) => id)).not.toContain(second?.id);
    expect((await cases()).map(({ id }) => id)).toContain(first?.id);
    expect((await details(`profile-${ada}`)).case).toMatchObject({
      status: 'closed',
      closing: { outcome: 'warned', reason: 'please stop' },
    });
  });

  it('is replayed with the history of its streams', async () => {
    const moment = await world.json(momentSchema, `/api/admin/history/streams/case-profile-${ada}`, {
      as: boss,
    });
    expect(moment.state).toMatchObject({ status: 'closed', outcome: 'warned', reporters: [bea, cem] });
    expect(moment.before).toMatchObject({ status: 'open', outcome: null });
  });
});

describe('an erased member', () => {
  it('is no longer named as a reporter, and leaves no case about them', async () => {
    const eve = await world.register('eve');
    const fay = await world.register('fay');
    await report({ by: fay, kind: 'profile', memberId: eve, text: 'spam' });
    await about({ type: 'UserDeleted', data: { userId: fay } });
    expect((await details(`profile-${eve}`)).reports).toMatchObject([{ reporter: null }]);
    await about({ type: 'UserDeleted', data: { userId: eve } });
    await world.settle();
    await world.problem(404, 'not_found', `/api/admin/reports/profile-${eve}`, { as: boss });
    expect((await cases()).map(({ memberId }) => memberId)).not.toContain(eve);
  });
});
