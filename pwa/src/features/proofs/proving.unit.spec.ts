import type { Wallet } from '@pmcw/contracts';
import { bitcoinMessageWallet, evmWallet, solanaWallet, type TestWallet } from '@pmcw/testing/wallets';
import { describe, expect, it } from 'vitest';
import { mayProve } from './proving.ts';

const challenge = { nonce: 'n', statement: 'It is mine', expiresAt: '2026-03-03T12:00:00.000Z' };
const listed = ({ network, address }: TestWallet): Wallet => ({
  id: 'w1',
  network,
  address,
  addedAt: '2026-03-03T12:00:00.000Z',
  proof: null,
  ensName: null,
});
const judged = (wallet: TestWallet, signature: string) => mayProve(listed(wallet), { challenge, signature });

describe('a signature is checked before it is sent', () => {
  it.each([evmWallet(), solanaWallet(), bitcoinMessageWallet('segwit')])('$network', async (wallet) => {
    expect(await judged(wallet, wallet.sign(challenge.statement))).toBe(true);
    expect(await judged(wallet, 'nonsense')).toBe(false);
  });

  it.each([solanaWallet(), bitcoinMessageWallet('legacy')])(
    'of another text is not sent: $network',
    async (wallet) => {
      expect(await judged(wallet, wallet.sign('It is yours'))).toBe(false);
    },
  );

  it('but a contract may accept it', async () => {
    const wallet = evmWallet();
    expect(await judged(wallet, evmWallet().sign(challenge.statement))).toBe(true);
    expect(await judged(wallet, `0x${'ab'.repeat(300)}`)).toBe(true);
    expect(await judged(wallet, '0x')).toBe(false);
    expect(await judged(wallet, '0xabc')).toBe(false);
  });
});
