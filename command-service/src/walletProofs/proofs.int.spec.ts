import {
  readStatement,
  texts,
  type Wallet,
  type WalletChallenge,
  walletChallengeSchema,
  walletSchema,
} from '@pmcw/contracts';
import { verifyProof } from '@pmcw/contracts/walletProofs';
import {
  bip322Wallet,
  bitcoinMessageWallet,
  evmWallet,
  solanaWallet,
  type TestWallet,
} from '@pmcw/testing/wallets';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Answer, Browser, SignedIn } from '../../test/browser.ts';
import { refusal } from '../../test/refusal.ts';
import { newAddress, type Process, type Running, run, userStream } from '../../test/running.ts';

let app: Running;
let other: Process;
let admin: SignedIn;
beforeAll(async () => {
  app = await run();
  other = await app.another();
  admin = await app.administrator();
});
afterAll(() => app.stop());

let names = 0;
const member = () => {
  names += 1;
  return app.register(`prover_${names}`);
};
const { refusals } = texts;
const invalidChallenge = refusal(400, 'challenge_invalid', refusals.challengeInvalid);
const invalidProof = refusal(400, 'proof_invalid', refusals.proofInvalid);
const gone = refusal(404, 'not_found', refusals.walletNotFound);

const walletOf = ({ text }: Answer): Wallet => v.parse(walletSchema, JSON.parse(text));
async function listed(browser: Browser, { network, address }: Pick<TestWallet, 'network' | 'address'>) {
  return walletOf(await browser.post('/api/user/wallets', { network, address })).id;
}
async function challenged(browser: Browser, id: string): Promise<WalletChallenge> {
  const answer = await browser.post(`/api/user/wallets/${id}/challenge`);
  expect(answer.status).toBe(201);
  return v.parse(walletChallengeSchema, JSON.parse(answer.text));
}
const answered = (browser: Browser, id: string, nonce: string, signature: string) =>
  browser.post(`/api/user/wallets/${id}/proof`, { nonce, signature });
const provedBy = async (who: SignedIn) =>
  (await app.events(userStream(who))).filter(({ type }) => type === 'WalletProved');

/** A member with a listed wallet and a challenge for it. */
async function prepared(wallet: TestWallet = evmWallet()) {
  const who = await member();
  const id = await listed(who, wallet);
  const challenge = await challenged(who, id);
  return { who, wallet, id, ...challenge, signature: wallet.sign(challenge.statement) };
}

const wallets: readonly [kind: string, scheme: string, wallet: () => TestWallet][] = [
  ['Ethereum', 'eip-191', () => evmWallet()],
  ['PMCW', 'eip-191', () => evmWallet(undefined, 'PMCW')],
  ['Avalanche', 'eip-191', () => evmWallet(undefined, 'AVAX')],
  ['Solana', 'ed25519', () => solanaWallet()],
  ['Bitcoin, legacy', 'bip-137', () => bitcoinMessageWallet('legacy')],
  ['Bitcoin, segwit in P2SH', 'bip-137', () => bitcoinMessageWallet('wrapped')],
  ['Bitcoin, segwit', 'bip-137', () => bitcoinMessageWallet('segwit')],
  ['Bitcoin, segwit in P2SH, by a witness', 'bip-322', () => bip322Wallet('wrapped')],
  ['Bitcoin, segwit, by a witness', 'bip-322', () => bip322Wallet('segwit')],
  ['Bitcoin, taproot', 'bip-322', () => bip322Wallet('taproot')],
];

/** The signature in 64 bytes (EIP-2098). */
function compactOf(signature: string): string {
  const [r, s] = [signature.slice(2, 66), signature.slice(66, 130)];
  const top = Number.parseInt(s.charAt(0), 16) + (signature.endsWith('1c') ? 8 : 0);
  return `0x${r}${top.toString(16)}${s.slice(1)}`;
}

describe('an address is proved', () => {
  it.each(wallets)('%s, by %s', async (_kind, scheme, make) => {
    const { who, wallet, id, nonce, statement, expiresAt, signature } = await prepared(make());
    expect(readStatement(statement)).toEqual({
      site: 'localhost:8080',
      url: `http://localhost:8080/${who.username}`,
      username: who.username,
      network: wallet.network,
      address: wallet.address,
      nonce,
      issuedAt: expect.any(String),
    });
    const issuedAt = readStatement(statement)?.issuedAt ?? '';
    expect(Date.parse(expiresAt) - Date.parse(issuedAt)).toBeGreaterThanOrEqual(30 * 60_000);
    const answer = await answered(who, id, nonce, signature);
    expect(answer.status).toBe(201);
    const { proof, ...rest } = walletOf(answer);
    expect(rest).toMatchObject({ id, network: wallet.network, address: wallet.address });
    expect(proof).toEqual({ statement, signature, scheme, provedAt: expect.any(String) });
    expect(verifyProof({ ...rest, statement, signature })).toBe(scheme);
    const [event, ...more] = await provedBy(who);
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      data: { userId: who.id, walletId: id, statement, signature, scheme },
      metadata: { actorId: who.id, time: proof?.provedAt },
    });
    expect(answer.headers.get('x-position')).toBe(String(event?.position));
  });

  it('again by another signature, which replaces the earlier one', async () => {
    const { who, wallet, id, nonce, signature } = await prepared();
    await answered(who, id, nonce, signature);
    const next = await challenged(who, id);
    const answer = await answered(who, id, next.nonce, wallet.sign(next.statement));
    expect(walletOf(answer).proof?.statement).toBe(next.statement);
    expect(await provedBy(who)).toHaveLength(2);
    // The earlier signature is no longer a valid answer.
    expect(await answered(who, id, nonce, signature)).toMatchObject(invalidChallenge);
    expect(await provedBy(who)).toHaveLength(2);
  });

  it('once when the same request is retried after a lost answer', async () => {
    const { who, id, nonce, signature } = await prepared();
    const first = await answered(who, id, nonce, signature);
    const again = await answered(who, id, nonce, ` ${signature}\n`);
    expect([again.status, again.text]).toEqual([first.status, first.text]);
    expect(again.headers.get('x-position')).toBe(first.headers.get('x-position'));
    expect(await provedBy(who)).toHaveLength(1);
  });

  it('by the same answer after the log was unavailable', async () => {
    const { who, id, nonce, signature } = await prepared();
    vi.spyOn(app.eventStore, 'append').mockRejectedValueOnce(new Error('away'));
    expect((await answered(who, id, nonce, signature)).status).toBe(500);
    expect((await answered(who, id, nonce, signature)).status).toBe(201);
    expect(await provedBy(who)).toHaveLength(1);
  });

  it('once, if two processes get the same answer at once', async () => {
    const { who, id, nonce, signature } = await prepared();
    const elsewhere = await app.withSession(who.id, other);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => answered(n % 2 === 0 ? who : elsewhere, id, nonce, signature)),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await provedBy(who)).toHaveLength(1);
  });

  it('once, if two processes get two valid answers to one nonce at once', async () => {
    const { who, id, nonce, signature } = await prepared();
    const compact = compactOf(signature);
    const elsewhere = await app.withSession(who.id, other);
    const answers = await Promise.all([
      answered(who, id, nonce, signature),
      answered(elsewhere, id, nonce, compact),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
    expect(answers).toContainEqual(expect.objectContaining(invalidChallenge));
    expect(await provedBy(who)).toHaveLength(1);
  });
});

describe('nothing is proved or recorded', () => {
  it('by a wrong signature, which does not use up the nonce', async () => {
    const { who, wallet, id, nonce, statement, signature } = await prepared();
    const wrong = [
      evmWallet().sign(statement),
      wallet.sign(`${statement} `),
      wallet.sign(statement.replace(who.username, 'somebody')),
      solanaWallet().sign(statement),
      '0x',
      'a'.repeat(4096),
    ];
    for (const each of wrong) {
      expect(await answered(who, id, nonce, each)).toMatchObject(invalidProof);
    }
    expect(await provedBy(who)).toEqual([]);
    expect((await answered(who, id, nonce, signature)).status).toBe(201);
  });

  it('by a nonce that is unknown, expired, used, or of another member or wallet', async () => {
    const { who, wallet, id, nonce, signature, statement } = await prepared();
    expect(await answered(who, id, 'A'.repeat(22), signature)).toMatchObject(invalidChallenge);

    const second = await listed(who, { network: 'BSC', address: wallet.address });
    expect(await answered(who, second, nonce, signature)).toMatchObject(invalidChallenge);

    const theirs = await prepared();
    expect(await answered(who, id, theirs.nonce, wallet.sign(theirs.statement))).toMatchObject(
      invalidChallenge,
    );

    expect((await answered(who, id, nonce, signature)).status).toBe(201);
    expect(await answered(who, id, nonce, wallet.sign(statement).replace(/^0x/, ''))).toMatchObject(
      invalidChallenge,
    );
    expect(await provedBy(who)).toHaveLength(1);

    const late = await challenged(who, id);
    await app.pass(31 * 60_000);
    expect(await answered(who, id, late.nonce, wallet.sign(late.statement))).toMatchObject(invalidChallenge);
    expect(await provedBy(who)).toHaveLength(1);
  });

  it('for a wallet that is not in the member’s list', async () => {
    const { who, id, nonce, signature } = await prepared();
    const stranger = await member();
    expect(await stranger.post(`/api/user/wallets/${id}/challenge`)).toMatchObject(gone);
    expect(await answered(stranger, id, nonce, signature)).toMatchObject(gone);
    expect((await who.call('DELETE', `/api/user/wallets/${id}`)).status).toBe(204);
    expect(await who.post(`/api/user/wallets/${id}/challenge`)).toMatchObject(gone);
    expect(await answered(who, id, nonce, signature)).toMatchObject(gone);
    expect(await provedBy(who)).toEqual([]);
  });

  it('by a proof of the same address under an earlier id', async () => {
    const { who, wallet, id, nonce, signature } = await prepared();
    await answered(who, id, nonce, signature);
    await who.call('DELETE', `/api/user/wallets/${id}`);
    const again = await listed(who, wallet);
    expect(await answered(who, again, nonce, signature)).toMatchObject(invalidChallenge);
  });

  it('for a kind of address without proofs', async () => {
    const who = await member();
    const unprovable = [
      { network: 'DOGE', address: 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L' },
      { network: 'BTC', address: 'bc1qp0ahvfh83088w49k405szqgg4f3pptr7p2g06tdxfjcd40z4lh4q95lsz9' },
      { network: 'XYZ', address: newAddress() },
    ];
    for (const wallet of unprovable) {
      const id = await listed(who, wallet);
      expect(await who.post(`/api/user/wallets/${id}/challenge`)).toMatchObject(
        refusal(409, 'not_provable', refusals.notProvable),
      );
    }
  });

  it('by a suspended member, whatever the session', async () => {
    const { who, id, nonce, signature } = await prepared();
    await app.suspend(who);
    expect(await app.vault.sessions.all(who.id)).toEqual([]);
    const late = await app.withSession(who.id);
    const suspended = refusal(403, 'suspended', refusals.suspended);
    expect(await late.post(`/api/user/wallets/${id}/challenge`)).toMatchObject(suspended);
    expect(await answered(late, id, nonce, signature)).toMatchObject(suspended);
    expect(await provedBy(who)).toEqual([]);
  });
});

describe('a proof ends', () => {
  it('with the wallet, and is restored when the removal is undone', async () => {
    const { who, wallet, id, nonce, signature } = await prepared();
    const before = walletOf(await answered(who, id, nonce, signature));
    await who.call('DELETE', `/api/user/wallets/${id}`);
    const removed = (await app.events(userStream(who))).at(-1);
    const undone = await admin.post(`/api/admin/history/${removed?.eventId}/undo`, {
      stream: userStream(who),
    });
    expect(undone.status).toBe(204);
    const restored = (await app.events(userStream(who))).at(-1);
    const { network, address } = wallet;
    expect(restored).toMatchObject({
      type: 'WalletRestored',
      data: { walletId: id, network, address, addedAt: before.addedAt, ...before.proof },
    });
    // The answer that proved it gets the same result again.
    expect(walletOf(await answered(who, id, nonce, signature))).toEqual(before);
  });
});

describe('when a member is erased', () => {
  it('proofs are unreadable in the log, and challenges are deleted', async () => {
    const { who, id, nonce, signature } = await prepared();
    await answered(who, id, nonce, signature);
    const open = await challenged(who, id);
    expect((await who.call('DELETE', '/api/user/account')).status).toBe(204);
    const [proved] = await provedBy(who);
    expect(proved?.data).toMatchObject({ statement: '[erased]', signature: '[erased]', scheme: 'eip-191' });
    expect(await app.vault.challenges.find('prove-wallet', open.nonce)).toBeNull();
  });
});
