import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchEvmWallets } from './eip6963.ts';
import { type FoundWallet, SigningError, type SigningTrouble } from './foundWallet.ts';

type Request = (question: { readonly method: string; readonly params?: unknown }) => unknown;

const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const icon = 'data:image/png;base64,AAAA';
let page: EventTarget;
let found: FoundWallet[];
beforeEach(() => {
  page = new EventTarget();
  found = [];
});
const watch = () => watchEvmWallets(page, (wallet) => found.push(wallet));

const announce = (detail: unknown) =>
  page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
const info = { uuid: 'a', name: ' Fox ', icon, rdns: 'example.fox' };
const announceRequest = (request: Request) => announce({ info, provider: { request } });

/** Returns the wallet whose provider answers so. */
function walletBy(request: Request): FoundWallet {
  watch();
  announceRequest(request);
  const [wallet] = found;
  if (wallet === undefined) throw new Error('The wallet was not found');
  return wallet;
}
const troubleOf = (signing: Promise<unknown>): Promise<SigningTrouble> =>
  signing.then(
    () => Promise.reject(new Error('The wallet signed')),
    (error: unknown) => (error instanceof SigningError ? error.trouble : Promise.reject(error)),
  );

describe('wallets of EVM networks', () => {
  it('are asked to announce themselves, and found whenever they do while watched', () => {
    page.addEventListener('eip6963:requestProvider', () => announceRequest(() => null));
    const stop = watch();
    expect(found).toMatchObject([{ id: 'a', name: 'Fox', icon }]);
    announce({
      info: { ...info, uuid: 'b', icon: 'https://example.org/spy.png' },
      provider: { request() {} },
    });
    expect(found.slice(1)).toMatchObject([{ id: 'b', icon: null }]);
    stop();
    announceRequest(() => null);
    expect(found).toHaveLength(2);
  });

  it.each([
    null,
    'Fox',
    {},
    { info },
    { info, provider: {} },
    { info: { ...info, name: '' }, provider: { request() {} } },
    { info: { ...info, uuid: 7 }, provider: { request() {} } },
  ])('are not other announcements: %j', (detail) => {
    watch();
    announce(detail);
    page.dispatchEvent(new Event('eip6963:announceProvider'));
    expect(found).toEqual([]);
  });
});

describe('a wallet that only offers window.ethereum', () => {
  const provider = { request: async () => [address] };
  const inject = () => Object.assign(page, { ethereum: provider });
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const wait = () => vi.advanceTimersByTimeAsync(1_000);

  it('is found', async () => {
    inject();
    watch();
    expect(found).toEqual([]);
    await wait();
    expect(found).toMatchObject([{ name: 'Wallet of this browser', icon: null }]);
    expect(await found[0]?.accounts()).toEqual([{ network: 'ETH', address }]);
  });

  it('is found once, also if it is injected late', async () => {
    const ids = new Set<string>();
    watchEvmWallets(page, ({ id }) => void ids.add(id));
    await wait();
    inject();
    page.dispatchEvent(new Event('ethereum#initialized'));
    page.dispatchEvent(new Event('ethereum#initialized'));
    expect([...ids]).toHaveLength(1);
  });

  it.each([undefined, null, {}, 'ethereum'])('is nothing else: %j', async (ethereum) => {
    Object.assign(page, { ethereum });
    watch();
    await wait();
    expect(found).toEqual([]);
  });

  it('is not listed beside wallets that announce themselves, nor after the dialog is closed', async () => {
    inject();
    const stop = watch();
    announceRequest(() => null);
    await wait();
    expect(found).toMatchObject([{ name: 'Fox' }]);
    stop();
    watch()();
    await wait();
    page.dispatchEvent(new Event('ethereum#initialized'));
    expect(found).toHaveLength(1);
  });
});

describe('signing with one', () => {
  it("connects, and signs the bytes of the text with the address's account", async () => {
    const asked: unknown[] = [];
    const wallet = walletBy((question) => {
      asked.push(question);
      return question.method === 'eth_requestAccounts' ? ['0xother', address.toLowerCase()] : '0x5160';
    });
    expect(await wallet.sign('Hé\n', address)).toBe('0x5160');
    expect(asked).toEqual([
      { method: 'eth_requestAccounts' },
      { method: 'personal_sign', params: ['0x48c3a90a', address.toLowerCase()] },
    ]);
  });

  it('calls `request` as a method, because providers are class instances', async () => {
    const provider = {
      accounts: [address],
      request({ method }: { readonly method: string }) {
        return method === 'personal_sign' ? '0x01' : this.accounts;
      },
    };
    watch();
    announce({ info, provider });
    expect(await found[0]?.sign('x', address)).toBe('0x01');
  });

  it.each<[string, unknown, SigningTrouble]>([
    ['another account', ['0xother', '0xthird'], { kind: 'otherAccount', selected: '0xother' }],
    ['no account', [], { kind: 'noAccount' }],
    ['no list', 'none', { kind: 'noAccount' }],
  ])('is not tried if it shows %s', async (_, accounts, trouble) => {
    const wallet = walletBy(({ method }) => {
      if (method !== 'eth_requestAccounts') throw new Error('The wallet was asked for another method');
      return accounts;
    });
    expect(await troubleOf(wallet.sign('x', address))).toEqual(trouble);
  });

  it.each<[unknown, SigningTrouble]>([
    [{ code: 4001, message: 'Non' }, { kind: 'declined' }],
    [Object.assign(new Error('x'), { code: -32002 }), { kind: 'busy' }],
    [
      { code: -32603, message: 'MetaMask Tx Signature: User denied message signature.' },
      { kind: 'declined' },
    ],
    [new Error('User rejected the request.'), { kind: 'declined' }],
    [new Error('The device is locked'), { kind: 'failed' }],
    [undefined, { kind: 'failed' }],
    ['no', { kind: 'failed' }],
  ])('reports why it did not sign: %o', async (thrown, trouble) => {
    const refuses: Request = ({ method }) =>
      method === 'eth_requestAccounts' ? [address] : Promise.reject(thrown);
    expect(await troubleOf(walletBy(refuses).sign('x', address))).toEqual(trouble);
  });

  it('fails if the result is no text', async () => {
    const wallet = walletBy(({ method }) => (method === 'personal_sign' ? null : [address]));
    expect(await troubleOf(wallet.sign('x', address))).toEqual({ kind: 'failed' });
  });
});

it.each<[unknown, string]>([
  ['0x1', 'ETH'],
  ['0x38', 'BSC'],
  ['0x89', 'MATIC'],
  ['0xa86a', 'AVAX'],
  // Some wallets pad it.
  ['0x0038', 'BSC'],
  [137, 'MATIC'],
  ['0xa4b1', 'ETH'],
  [null, 'ETH'],
])("lists its accounts on its chain's network: %j is %s", async (chainId, network) => {
  const wallet = walletBy(({ method }) => (method === 'eth_chainId' ? chainId : [address]));
  expect(await wallet.accounts()).toEqual([{ network, address }]);
});

it('lists them on Ethereum if its chain is unknown', async () => {
  const silent: Request = ({ method }) =>
    method === 'eth_chainId' ? Promise.reject(new Error('not known')) : [address];
  expect(await walletBy(silent).accounts()).toEqual([{ network: 'ETH', address }]);
});

it('asks the wallet which accounts may be seen', async () => {
  const asked: unknown[] = [];
  await walletBy((question) => asked.push(question)).chooseAccounts?.();
  expect(asked).toEqual([{ method: 'wallet_requestPermissions', params: [{ eth_accounts: {} }] }]);
});
