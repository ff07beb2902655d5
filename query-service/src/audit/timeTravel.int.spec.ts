import { historySchema, type Moment, momentSchema } from '@pmcw/contracts';
import { type ProductEvent, streams } from '@pmcw/contracts/events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../../test/world.ts';

let world: World;
let [boss, ada] = [0, 0];
beforeAll(async () => {
  world = await openWorld();
  boss = await world.register('boss');
  await world.record({ type: 'AdminGranted', data: { userId: boss } }, streams.user(boss));
  ada = await world.register('ada');
  await world.settle();
});
afterAll(() => world.close());

const about = (event: ProductEvent) => world.record(event, streams.user(ada), boss);
const moment = (stream: string, query = ''): Promise<Moment> =>
  world.json(momentSchema, `/api/admin/history/streams/${stream}?${query}`, { as: boss });

describe('looking back at a member', () => {
  let positions: string[];
  beforeAll(async () => {
    const wallet = { userId: ada, walletId: 'w1', network: 'ETH', address: '0xabc' };
    positions = [
      await about({ type: 'WalletAdded', data: wallet }),
      await about({ type: 'UserVerified', data: { userId: ada } }),
      await about({ type: 'TokensSet', data: { userId: ada, pmcwTokens: 1, cause: 'verified' } }),
      await about({ type: 'WalletRemoved', data: { userId: ada, walletId: 'w1' } }),
    ];
    await world.settle();
  });

  it('returns the state after an event, the one before it, and the actor', async () => {
    const seen = await moment(streams.user(ada), `at=${positions[1]}`);
    expect(seen).toMatchObject({
      length: 5,
      event: { type: 'UserVerified', revision: 2, actor: { username: 'boss' }, undoes: null },
      before: { isAuthorized: false, pmcwTokens: 0, wallets: [{ id: 'w1', address: '0xabc' }] },
      state: { isAuthorized: true, pmcwTokens: 0, wallets: [{ id: 'w1' }], email: 'ada@example.org' },
    });
  });

  it('accepts a position, also between two events, a revision, and the present', async () => {
    const now = await moment(streams.user(ada));
    expect(now).toMatchObject({ event: { type: 'WalletRemoved' }, state: { wallets: [], pmcwTokens: 1 } });
    expect(await moment(streams.user(ada), 'at=9223372036854775807')).toEqual(now);
    expect(await moment(streams.user(ada), 'revision=4')).toEqual(now);
    await world.send(boss, null, 'in between');
    await about({ type: 'UserTypeChanged', data: { userId: ada, userType: 'Charity' } });
    await world.settle();
    const between = String(BigInt(positions[3] ?? '') + 1n);
    expect((await moment(streams.user(ada), `at=${between}`)).state).toEqual(now.state);
  });

  it('has nothing before the first event', async () => {
    const first = await moment(streams.user(ada), 'revision=0');
    expect(first.before).toEqual({});
    expect(first.state).toMatchObject({ status: 'registered', username: 'ada' });
  });

  it('agrees with the list of its events', async () => {
    const path = `/api/admin/history?stream=${streams.user(ada)}`;
    const entries = await world.json(historySchema, path, { as: boss });
    for (const entry of entries) {
      expect((await moment(streams.user(ada), `at=${entry.position}`)).event).toEqual(entry);
    }
  });
});

describe('looking back at a proof', () => {
  it('has scheme and time of a wallet’s proof, but not the signed statement', async () => {
    const cy = await world.register('cy');
    const record = (event: ProductEvent) => world.record(event, streams.user(cy), cy);
    await record({
      type: 'WalletAdded',
      data: { userId: cy, walletId: 'w', network: 'ETH', address: '0xdef' },
    });
    const proof = { statement: 'It is mine', signature: '0x01', scheme: 'eip-191' } as const;
    const at = await record({ type: 'WalletProved', data: { userId: cy, walletId: 'w', ...proof } });
    await world.settle();
    const seen = await moment(streams.user(cy), `at=${at}`);
    const wallet = {
      id: 'w',
      network: 'ETH',
      address: '0xdef',
      addedAt: expect.any(String),
      ensName: null,
      ensNameSeenAt: null,
    };
    expect(seen.before.wallets).toEqual([{ ...wallet, proofScheme: null, provedAt: null }]);
    expect(seen.state.wallets).toEqual([
      { ...wallet, proofScheme: 'eip-191', provedAt: seen.event.occurredAt },
    ]);
    expect(seen.event.facts).toEqual({ userId: cy, walletId: 'w', scheme: 'eip-191' });
  });
});

describe('looking back at other things', () => {
  it('the settings', async () => {
    await world.record({ type: 'SettingsChanged', data: { tokenSupply: 5 } }, streams.settings(), boss);
    await world.settle();
    const { state, before } = await moment('settings');
    expect([before.tokenSupply, state.tokenSupply, state.registrationOpen]).toEqual([10_000, 5, true]);
  });

  it('a notification', async () => {
    const data = { notificationId: 'n', title: 'News', message: 'To all', isActive: true };
    const stream = streams.notification('n');
    await world.record({ type: 'NotificationPublished', data }, stream, boss);
    await world.record({ type: 'NotificationDeactivated', data: { notificationId: 'n' } }, stream, boss);
    await world.settle();
    const { state, before } = await moment(stream);
    expect([before.isActive, state.isActive, state.createdBy]).toEqual([true, false, boss]);
  });

  it('an inbox, by both of its deciders', async () => {
    const stream = streams.inbox(ada);
    const marks = { readerId: ada, upTo: '3' };
    await world.record({ type: 'ConversationRead', data: { ...marks, peerId: boss } }, stream, ada);
    await world.record(
      { type: 'NotificationRead', data: { readerId: ada, notificationId: 'n' } },
      stream,
      ada,
    );
    await world.settle();
    expect((await moment(stream)).state).toMatchObject({
      conversations: [{ id: String(boss), upTo: '3' }],
      notificationsRead: ['n'],
    });
  });

  it('a message, without its text', async () => {
    const secret = await world.send(ada, boss, 'Secret');
    await world.settle();
    const { state } = await moment(streams.message(secret.id));
    expect(state).toMatchObject({ senderId: ada, receiverId: boss, status: 'sent', content: '[sealed]' });
    expect(JSON.stringify(state)).not.toContain('Secret');
  });

  it('a stream of thousands of events, at both of its ends', async () => {
    for (let n = 0; n < 3_000; n += 1) {
      await world.record(
        { type: 'TokensSet', data: { userId: boss, pmcwTokens: n, cause: 'set' } },
        streams.user(boss),
      );
    }
    await world.settle();
    const stream = streams.user(boss);
    expect((await moment(stream, 'revision=2')).state).toMatchObject({ pmcwTokens: 0 });
    expect(await moment(stream)).toMatchObject({ length: 3_002, state: { pmcwTokens: 2_999 } });
  });

  it.each(['user-999', 'nothing', 'user-x', 'settings%20', 'message-none'])('%s is 404', async (stream) => {
    await world.problem(404, 'not_found', `/api/admin/history/streams/${stream}`, { as: boss });
  });

  it('there is nothing before the first event', async () => {
    await world.problem(404, 'not_found', `/api/admin/history/streams/user-${ada}?at=1`, { as: boss });
  });

  it.each(['at=x', 'revision=-1', 'revision=1.5'])('is refused for %s', async (query) => {
    await world.problem(400, 'invalid_input', `/api/admin/history/streams/settings?${query}`, { as: boss });
  });
});
