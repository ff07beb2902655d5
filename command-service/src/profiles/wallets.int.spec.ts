import { randomUUID } from 'node:crypto';
import { texts } from '@pmcw/contracts';
import type { UserState } from '@pmcw/contracts/events';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { SignedIn } from '../../test/browser.ts';
import { refusal } from '../../test/refusal.ts';
import { type Process, type Running, run, userStream } from '../../test/running.ts';
import { userDecider } from '../deciders/user.ts';
import { walletClaim } from '../members/claims.ts';

let app: Running;
let other: Process;
let ada: SignedIn;
let bea: SignedIn;
beforeAll(async () => {
  app = await run();
  other = await app.another();
  [ada, bea] = await Promise.all([app.register('ada'), app.register('bea')]);
});
afterAll(() => app.stop());

const eth = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const btc = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const countOf = async (member: SignedIn) => (await app.events(userStream(member))).length;
const nextAddress = () => `an-address-${randomUUID()}`;

describe('wallets', () => {
  it.each(['/api/user/wallets', '/api/wallet-addresses'])('are listed by POST %s', async (path) => {
    const address = nextAddress();
    const answer = await ada.post(path, { network: 'xyz', address });
    expect(answer).toMatchObject({
      status: 201,
      body: { id: expect.any(String), network: 'XYZ', address, addedAt: expect.any(String) },
    });
    expect(answer.headers.get('x-position')).toMatch(/^\d+$/);
  });

  it('are normalized, so that two spellings are one wallet', async () => {
    expect(await ada.post('/api/user/wallets', { network: 'ETH', address: eth.toLowerCase() })).toMatchObject(
      {
        status: 201,
        body: { address: eth },
      },
    );
    expect(await ada.post('/api/user/wallets', { network: 'ETH', address: eth })).toMatchObject(
      refusal(409, 'wallet_listed'),
    );
    expect(await bea.post('/api/user/wallets', { network: 'BSC', address: eth.toLowerCase() })).toMatchObject(
      refusal(409, 'wallet_taken'),
    );
  });

  it('may be on several networks of one member, and are free once the last is removed', async () => {
    const address = nextAddress();
    const list = (member: SignedIn, network: string) =>
      member.post('/api/user/wallets', { network, address });
    const [first, second] = [await list(ada, 'AAA'), await list(ada, 'BBB')];
    expect(await ada.call('DELETE', `/api/user/wallets/${first.body.id}`)).toMatchObject({ status: 204 });
    expect(await list(bea, 'AAA')).toMatchObject(refusal(409, 'wallet_taken'));
    expect(await ada.call('DELETE', `/api/user/wallets/${second.body.id}`)).toMatchObject({ status: 204 });
    expect(await list(bea, 'AAA')).toMatchObject({ status: 201 });
  });

  it.each([
    [{ address: btc }, 'network', texts.validation.networkRequired],
    [{ network: 'BTC' }, 'address', texts.validation.walletAddressInvalid],
    [{ network: 'XYZ', address: 'too-short' }, 'address', texts.validation.walletAddressInvalid],
    [{ network: 'BTC', address: eth }, 'address', texts.validation.walletAddressInvalid],
    [{ network: 'ETH', address: eth.replace('B', 'b') }, 'address', texts.validation.walletAddressInvalid],
  ])('explain what is wrong with %j', async (body, path, message) => {
    const before = await countOf(ada);
    const answer = await ada.post('/api/user/wallets', body);
    expect(answer).toMatchObject(refusal(400, 'invalid_input'));
    expect(answer.body.errors).toEqual([{ path, message }]);
    expect(await countOf(ada)).toBe(before);
  });

  it('are removed only by their owner, and once', async () => {
    const { body } = await ada.post('/api/user/wallets', { network: 'BTC', address: btc });
    const path = `/api/user/wallets/${body.id}`;
    expect(await bea.call('DELETE', path)).toMatchObject(refusal(404, 'not_found'));
    const removed = await ada.call('DELETE', path);
    expect(removed).toMatchObject({ status: 204, text: '' });
    expect(removed.headers.get('x-position')).toMatch(/^\d+$/);
    expect(await ada.call('DELETE', path)).toMatchObject(refusal(404, 'not_found'));
  });

  it('go to exactly one of many concurrent requests', async () => {
    const address = nextAddress();
    const members = await Promise.all(['w1', 'w2', 'w3', 'w4'].map((n) => app.register(`racer_${n}`)));
    const answers = await Promise.all(
      members.map((member) => member.post('/api/user/wallets', { network: 'XYZ', address })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });

  it.each([1, 2])(
    'stay listed, all ten, if one member adds them at once through %i processes',
    async (count) => {
      const busy = await app.register(`busy_${count}`);
      const token = { cookie: `session=${busy.cookies.get('session')}` };
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, n) => {
          const wallet = { network: 'XYZ', address: nextAddress() };
          const byOther = n % count === 1;
          return byOther
            ? app.browser(other).call('POST', '/api/user/wallets', wallet, token)
            : busy.post('/api/user/wallets', wallet);
        }),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 201));
      expect(await countOf(busy)).toBe(11);
    },
  );

  it('are not locked by a crash: the owner may retry, others after a minute', async () => {
    const address = nextAddress();
    const wallet = { network: 'XYZ', address };
    const token = { cookie: `session=${ada.cookies.get('session')}` };
    vi.spyOn(other.eventStore, 'append').mockRejectedValueOnce(new Error('the process died'));
    expect(await app.browser(other).call('POST', '/api/user/wallets', wallet, token)).toMatchObject({
      status: 500,
    });
    expect(await bea.post('/api/user/wallets', wallet)).toMatchObject(refusal(409, 'wallet_taken'));
    await app.pass(61_000);
    expect(await bea.post('/api/user/wallets', wallet)).toMatchObject({ status: 201 });
    expect(await ada.post('/api/user/wallets', wallet)).toMatchObject(refusal(409, 'wallet_taken'));
  });

  /** Members who list an address by the log. */
  async function listedBy(members: readonly SignedIn[], address: string): Promise<string[]> {
    const states = await Promise.all(
      members.map(async (member) => {
        const events = await app.events(userStream(member));
        return events.reduce<UserState>(
          (state, event) => (userDecider.owns(event) ? userDecider.evolve(state, event) : state),
          userDecider.initialState,
        );
      }),
    );
    return states.flatMap((state) =>
      state.status === 'registered' && state.wallets.some((wallet) => wallet.address === address)
        ? [state.username]
        : [],
    );
  }
  /** Sends a member’s request to another process. */
  const elsewhere = (member: SignedIn, method: string, path: string, body?: unknown) =>
    app.browser(other).call(method, path, body, { cookie: `session=${member.cookies.get('session')}` });

  it('are listed by one member, even if one removes an address and adds it again while another adds it', async () => {
    const address = nextAddress();
    const { body } = await ada.post('/api/user/wallets', { network: 'XYZ', address });
    const append = other.eventStore.append.bind(other.eventStore);
    vi.spyOn(other.eventStore, 'append').mockImplementationOnce(async (...given) => {
      // The other process has claimed the address and decided; here it is released and claimed by another member.
      expect((await ada.call('DELETE', `/api/user/wallets/${body.id}`)).status).toBe(204);
      expect((await bea.post('/api/user/wallets', { network: 'XYZ', address })).status).toBe(201);
      return append(...given);
    });
    expect(await elsewhere(ada, 'POST', '/api/user/wallets', { network: 'ABC', address })).toMatchObject(
      refusal(409, 'wallet_taken'),
    );
    expect(await listedBy([ada, bea], address)).toEqual(['bea']);
  });

  it('are not released by a slow process if they were listed again since', async () => {
    const address = nextAddress();
    const { body } = await ada.post('/api/user/wallets', { network: 'XYZ', address });
    const release = app.vault.claims.releaseIfUnchanged;
    vi.spyOn(app.vault.claims, 'releaseIfUnchanged').mockImplementationOnce(async (...given) => {
      const again = await elsewhere(ada, 'POST', '/api/user/wallets', { network: 'XYZ', address });
      expect(again.status).toBe(201);
      return release(...given);
    });
    expect((await ada.call('DELETE', `/api/user/wallets/${body.id}`)).status).toBe(204);
    expect(await app.vault.claims.holder(walletClaim(address))).toBe(ada.id);
    expect(await bea.post('/api/user/wallets', { network: 'XYZ', address })).toMatchObject(
      refusal(409, 'wallet_taken'),
    );
    expect(await listedBy([ada, bea], address)).toEqual(['ada']);
  });

  it('are not locked permanently if the wallet was removed before its claim was confirmed', async () => {
    const address = nextAddress();
    const wallet = { network: 'XYZ', address };
    const confirm = app.vault.claims.confirm;
    vi.spyOn(app.vault.claims, 'confirm').mockImplementationOnce(async (...given) => {
      const added = (await app.events(userStream(ada))).at(-1);
      if (added?.type !== 'WalletAdded') throw new Error('a wallet was just added');
      const removed = await elsewhere(ada, 'DELETE', `/api/user/wallets/${added.data.walletId}`);
      expect(removed.status).toBe(204);
      return confirm(...given);
    });
    expect(await ada.post('/api/user/wallets', wallet)).toMatchObject({ status: 201 });
    await app.pass(61_000);
    expect(await bea.post('/api/user/wallets', wallet)).toMatchObject({ status: 201 });
    expect(await listedBy([ada, bea], address)).toEqual(['bea']);
  });

  it('are listed by one member at a time, whatever two members do on two processes', async () => {
    const address = nextAddress();
    const before = await app.eventStore.head();
    const networks = ['XYZ', 'ABC'];
    const act = async (member: SignedIn, turn: number): Promise<void> => {
      const call = (method: string, path: string, body?: unknown) =>
        turn % 2 ? elsewhere(member, method, path, body) : member.call(method, path, body);
      const added = await call('POST', '/api/user/wallets', {
        network: networks[turn % 3] ?? 'XYZ',
        address,
      });
      if (added.status === 201) await call('DELETE', `/api/user/wallets/${added.body.id}`);
    };
    for (let round = 0; round < 10; round += 1) {
      await Promise.all([ada, ada, bea, bea].map((member, n) => act(member, round + n)));
    }
    const holders = new Map<string, number>();
    let listings = 0;
    for (const event of (await app.eventStore.readAll(before)).events) {
      if (event.type === 'WalletAdded') {
        holders.set(event.data.walletId, event.data.userId);
        listings += 1;
      }
      if (event.type === 'WalletRemoved') holders.delete(event.data.walletId);
      expect(new Set(holders.values()).size).toBeLessThanOrEqual(1);
    }
    expect(listings).toBeGreaterThan(5);
  });

  it('stay with their owner if the crash came after the event', async () => {
    const address = nextAddress();
    const wallet = { network: 'XYZ', address };
    vi.spyOn(app.vault.claims, 'confirm').mockRejectedValueOnce(new Error('the process died'));
    expect(await ada.post('/api/user/wallets', wallet)).toMatchObject({ status: 500 });
    await app.pass(61_000);
    expect(await bea.post('/api/user/wallets', wallet)).toMatchObject(refusal(409, 'wallet_taken'));
    expect(await app.vault.claims.holder(walletClaim(address))).toBe(ada.id);
  });
});
