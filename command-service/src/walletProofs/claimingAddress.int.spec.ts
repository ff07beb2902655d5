import { type Wallet, walletChallengeSchema, walletSchema } from '@pmcw/contracts';
import { type MailServerStandIn, startMailServer } from '@pmcw/testing/mail';
import { evmWallet, type TestWallet } from '@pmcw/testing/wallets';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Browser, SignedIn } from '../../test/browser.ts';
import { type Process, type Running, run, userStream } from '../../test/running.ts';
import { listAndProve, newcomer } from '../../test/wallets.ts';

let mailServer: MailServerStandIn;
let app: Running;
let other: Process;
beforeAll(async () => {
  mailServer = await startMailServer();
  app = await run({ mail: { smtpUrl: mailServer.url, limits: { lookEveryMs: 50 } } });
  other = await app.another();
});
afterAll(async () => {
  await app.stop();
  await mailServer.close();
});

let names = 0;
const member = () => {
  names += 1;
  return app.register(`claimer_${names}`);
};
const minute = 60_000;

async function asked(browser: Browser, { network, address, sign }: TestWallet) {
  const { text } = await browser.post('/api/user/wallets/challenge', { network, address });
  const { nonce, statement } = v.parse(walletChallengeSchema, JSON.parse(text));
  return { nonce, signature: sign(statement) };
}
const walletOf = (text: string): Wallet => v.parse(walletSchema, JSON.parse(text));
const list = ({ post }: Browser, { network, address }: Pick<TestWallet, 'network' | 'address'>) =>
  post('/api/user/wallets', { network, address });
const kinds = async (of: SignedIn) =>
  (await app.events(userStream(of)))
    .slice(1)
    .map(({ type, data }) => ('cause' in data ? [type, data.cause] : type));

describe('an address that another member lists without a proof', () => {
  it('moves to the member who proves it, on another process and from all networks, and the other gets a mail', async () => {
    const wallet = evmWallet();
    const [eve, ada] = [await member(), await member()];
    for (const network of ['XYZ', 'PMCW']) {
      expect(await list(eve, { ...wallet, network })).toMatchObject({ status: 201 });
    }
    expect(await list(ada, wallet)).toMatchObject({ status: 409, body: { code: 'wallet_taken' } });
    const there = await app.withSession(ada.id, other);
    const body = await asked(there, wallet);
    const claimed = await ada.post('/api/user/wallets/proof', body);
    expect(claimed.status).toBe(201);
    expect(walletOf(claimed.text)).toMatchObject({ address: wallet.address, proof: { scheme: 'eip-191' } });
    expect(await kinds(ada)).toEqual(['WalletAdded', 'WalletProved']);
    const lost = ['WalletRemoved', 'proved_by_another'];
    expect(await kinds(eve)).toEqual(['WalletAdded', 'WalletAdded', lost, lost]);
    const removal = (await app.events(userStream(eve))).at(-1);
    expect(removal?.metadata.actorId).toBe(ada.id);

    // A retry after a lost answer.
    const again = await there.post('/api/user/wallets/proof', body);
    expect([again.status, again.body]).toEqual([201, claimed.body]);
    expect(await kinds(ada)).toHaveLength(2);
    expect(await list(eve, wallet)).toMatchObject({ status: 409, body: { code: 'wallet_taken' } });

    await app.pass(6 * minute);
    const mails = () => mailServer.to(`${eve.username}@example.org`).map(({ text }) => text);
    await expect.poll(() => mails().join()).toContain('another member proved by signature that it is theirs');
    expect(mails().join()).toContain(wallet.address);
  });

  it('moves to a newcomer who registers with it', async () => {
    const wallet = evmWallet();
    const eve = await member();
    await list(eve, wallet);
    const browser = app.browser(other);
    const body = await newcomer(browser, 'key_holder', wallet);
    expect(await browser.post('/api/register/wallet', body)).toMatchObject({ status: 201 });
    expect(await kinds(eve)).toEqual(['WalletAdded', ['WalletRemoved', 'proved_by_another']]);
  });

  it('stays if such a registration is refused for its names', async () => {
    const wallet = evmWallet();
    const [eve, ada] = [await member(), await member()];
    await list(eve, wallet);
    const browser = app.browser();
    const body = await newcomer(browser, 'late_holder', wallet);
    const taken = { ...body, email: `${ada.username}@example.org` };
    expect(await browser.post('/api/register/wallet', taken)).toMatchObject({
      body: { code: 'email_taken' },
    });
    expect(await kinds(eve)).toEqual(['WalletAdded']);
  });

  it('moves when the request is repeated after a crash', async () => {
    const wallet = evmWallet();
    const [eve, ada] = [await member(), await member()];
    await list(eve, wallet);
    const body = await asked(ada, wallet);
    vi.spyOn(app.vault.claims, 'releaseIfUnchanged').mockRejectedValueOnce(new Error('the process died'));
    expect(await ada.post('/api/user/wallets/proof', body)).toMatchObject({ status: 500 });
    await app.pass(2 * minute);
    const there = await app.withSession(ada.id, other);
    expect(await there.post('/api/user/wallets/proof', body)).toMatchObject({ status: 201 });
    expect(await kinds(eve)).toEqual(['WalletAdded', ['WalletRemoved', 'proved_by_another']]);
  });

  it('goes to one of two members who have its key and prove it at the same moment', async () => {
    const wallet = evmWallet();
    const [eve, ada, bob] = [await member(), await member(), await member()];
    await list(eve, wallet);
    const bobThere = await app.withSession(bob.id, other);
    const bodies = [await asked(ada, wallet), await asked(bobThere, wallet)] as const;
    const answers = await Promise.all([
      ada.post('/api/user/wallets/proof', bodies[0]),
      bobThere.post('/api/user/wallets/proof', bodies[1]),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await kinds(eve)).length).toBe(2);
  });
});

describe('an address', () => {
  it('of another member’s proof stays theirs', async () => {
    const wallet = evmWallet();
    const [eve, ada] = [await member(), await member()];
    await listAndProve(eve, wallet);
    const refused = await ada.post('/api/user/wallets/proof', await asked(ada, wallet));
    expect(refused).toMatchObject({ status: 409, body: { code: 'wallet_taken' } });
    expect(await kinds(eve)).toEqual(['WalletAdded', 'WalletProved']);
    expect(await kinds(ada)).toEqual([]);
  });

  it('that no member lists is listed and proved at once', async () => {
    const ada = await member();
    const answer = await ada.post('/api/user/wallets/proof', await asked(ada, evmWallet()));
    expect(walletOf(answer.text).proof).not.toBeNull();
  });

  it('is not released for a wrong signature or another member’s answer', async () => {
    const wallet = evmWallet();
    const [eve, ada, bob] = [await member(), await member(), await member()];
    await list(eve, wallet);
    const body = await asked(ada, wallet);
    const wrong = { ...body, signature: evmWallet().sign('anything') };
    expect(await ada.post('/api/user/wallets/proof', wrong)).toMatchObject({
      body: { code: 'proof_invalid' },
    });
    expect(await bob.post('/api/user/wallets/proof', body)).toMatchObject({
      body: { code: 'challenge_invalid' },
    });
    expect(await kinds(eve)).toEqual(['WalletAdded']);
  });

  it('of your own list is proved in place, and one of a network without proofs is refused', async () => {
    const wallet = evmWallet();
    const ada = await member();
    await list(ada, wallet);
    const ask = (body: object) => ada.post('/api/user/wallets/challenge', body);
    const { network, address } = wallet;
    expect(await ask({ network, address })).toMatchObject({ status: 409, body: { code: 'wallet_listed' } });
    expect(await ask({ network: 'XYZ', address: 'somewhere in a bank' })).toMatchObject({ status: 400 });
    expect(await ask({ network: 'XYZ', address: 'an-account-of-a-bank' })).toMatchObject({
      body: { code: 'not_provable' },
    });
  });
});
