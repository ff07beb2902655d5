import { signInText } from '@pmcw/contracts/walletProofs';
import { getWallets } from '@wallet-standard/app';
import type { Wallet, WalletAccount } from '@wallet-standard/base';
import { afterEach, describe, expect, it } from 'vitest';
import { type FoundWallet, SigningError } from './foundWallet.ts';
import { type StandardKind, watchStandardWallets } from './walletStandard.ts';

const address = 'HSizWXLLs2sxEAj3QmjFrpuianAc1LiREdBG7PzJBoGQ';
const account = (of: string, chain: WalletAccount['chains'][number] = 'solana:mainnet'): WalletAccount => ({
  address: of,
  publicKey: new Uint8Array(32),
  chains: [chain],
  features: [],
});

const connects = (name: string) => ({ [name]: { version: '1.0.0', connect: async () => ({}) } });
/** Signs by returning bytes of its input. */
const signs = (name: string) => ({
  [name]: {
    version: '1.0.0',
    signMessage: async ({ message }: { readonly message: Uint8Array }) => [{ signature: message }],
  },
});
const solana = { ...connects('standard:connect'), ...signs('solana:signMessage') };

const walletOf = (features: Wallet['features'], accounts: readonly WalletAccount[] = []): Wallet => ({
  version: '1.0.0',
  name: 'Ghost',
  icon: 'data:image/svg+xml;base64,AAAA',
  chains: [],
  accounts,
  features,
});

const undo: (() => void)[] = [];
afterEach(() => {
  for (const step of undo.splice(0)) step();
});
function watch(kind: StandardKind): FoundWallet[] {
  const found: FoundWallet[] = [];
  undo.push(watchStandardWallets(kind, (wallet) => found.push(wallet)));
  return found;
}
const register = (wallet: Wallet) => undo.push(getWallets().register(wallet));

/** Returns a Solana wallet found by the page. */
function found(features: Wallet['features'], accounts: readonly WalletAccount[]): FoundWallet {
  register(walletOf(features, accounts));
  const [wallet] = watch('solana');
  if (wallet === undefined) throw new Error('The wallet was not found');
  return wallet;
}
const trouble = (kind: string, more: object = {}) =>
  expect.toSatisfy((error) => {
    if (!(error instanceof SigningError)) return false;
    expect(error.trouble).toEqual({ kind, ...more });
    return true;
  });

describe('wallets of the Wallet Standard', () => {
  it('are found, registered before or after', () => {
    register(walletOf(solana));
    const wallets = watch('solana');
    expect(wallets).toMatchObject([{ name: 'Ghost', icon: 'data:image/svg+xml;base64,AAAA' }]);
    register({ ...walletOf(solana), name: 'Lantern' });
    expect(wallets.map(({ name }) => name)).toEqual(['Ghost', 'Lantern']);
  });

  it.each<[string, Wallet['features'], readonly StandardKind[]]>([
    ['both', solana, ['solana']],
    ['no way to sign', connects('standard:connect'), []],
    ['no way to connect', signs('solana:signMessage'), []],
    ['features of no use', { 'standard:connect': null, 'solana:signMessage': {} }, []],
    ['another kind', { ...connects('standard:connect'), ...signs('bitcoin:signMessage') }, ['bitcoin']],
    [
      'another kind, connected its own way',
      { ...connects('bitcoin:connect'), ...signs('bitcoin:signMessage') },
      ['bitcoin'],
    ],
  ])('are offered if they can connect and sign: %s', (_, features, kinds) => {
    register(walletOf(features));
    for (const kind of ['solana', 'bitcoin'] as const) {
      expect(watch(kind)).toHaveLength(kinds.includes(kind) ? 1 : 0);
    }
  });

  it('sign in with their own text, or sign ours as any other', async () => {
    const text = signInText({
      domain: 'pmcw.example',
      account: 'Solana',
      address,
      statement: 'Sign in.',
      uri: 'https://pmcw.example/auth',
      chainId: 'mainnet',
      nonce: 'bTyXgcQxn2htgkjJnA4d2f',
      issuedAt: '2026-11-24T08:06:05.000Z',
      expirationTime: '2026-11-24T08:11:05.000Z',
    });
    const bytes = new TextEncoder().encode('written by the wallet');
    const asked: unknown[] = [];
    const signIn = async (input: unknown) => {
      asked.push(input);
      return [{ signedMessage: bytes, signature: bytes }];
    };
    const wallet = found({ ...solana, 'solana:signIn': { version: '1.0.0', signIn } }, [account(address)]);
    expect(await wallet.accounts()).toEqual([{ network: 'SOL', address }]);
    expect(await wallet.signIn(text, address)).toEqual({
      message: 'written by the wallet',
      signature: btoa('written by the wallet'),
    });
    expect(asked).toEqual([
      {
        domain: 'pmcw.example',
        address,
        statement: 'Sign in.',
        uri: 'https://pmcw.example/auth',
        version: '1',
        chainId: 'mainnet',
        nonce: 'bTyXgcQxn2htgkjJnA4d2f',
        issuedAt: '2026-11-24T08:06:05.000Z',
        expirationTime: '2026-11-24T08:11:05.000Z',
      },
    ]);
    for (const step of undo.splice(0)) step();
    const plain = found(solana, [account(address)]);
    expect(await plain.signIn(text, address)).toEqual({ message: text, signature: btoa(text) });
  });

  it("sign the bytes of the text, with the address's account", async () => {
    const wallet = found(solana, [account('other'), account(address)]);
    expect(await wallet.sign('It is mine', address)).toBe(btoa('It is mine'));
  });

  it('of Ledger devices sign an off-chain message, which is sent as its envelope', async () => {
    const signedMessage = Uint8Array.of(0xff, 1, 2);
    const signMessage = async () => [{ signature: Uint8Array.of(7, 8), signedMessage }];
    const wallet = found({ ...solana, 'solana:signMessage': { version: '1.0.0', signMessage } }, [
      account(address),
    ]);
    expect(await wallet.sign('It is mine', address)).toBe(btoa('\u0001\u0007\u0008\u00ff\u0001\u0002'));
  });

  it('are distinguished from those with another account or network', async () => {
    const wallet = found(solana, [account(address, 'bitcoin:mainnet'), account('other')]);
    await expect(wallet.sign('x', address)).rejects.toEqual(trouble('otherAccount', { selected: 'other' }));
  });

  it('are distinguished from those without an account', async () => {
    await expect(found(solana, []).sign('x', address)).rejects.toEqual(trouble('noAccount'));
  });

  it('report that the person declined', async () => {
    const signMessage = () => Promise.reject(new Error('User rejected the request.'));
    const features = { ...solana, 'solana:signMessage': { version: '1.0.0', signMessage } };
    await expect(found(features, [account(address)]).sign('x', address)).rejects.toEqual(trouble('declined'));
  });

  it('fail if the result is no signature', async () => {
    const features = {
      ...solana,
      'solana:signMessage': { version: '1.0.0', signMessage: async () => [{ signature: 'abc' }] },
    };
    await expect(found(features, [account(address)]).sign('x', address)).rejects.toEqual(trouble('failed'));
  });
});
