import { texts, walletSignInRequestSchema } from '@pmcw/contracts';
import { evmWallet, solanaWallet, type TestWallet } from '@pmcw/testing/wallets';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { SignedIn } from '../../test/browser.ts';
import { isNotOwn, isOwn, type JsonRpcNode, startJsonRpcNode } from '../../test/jsonRpc.ts';
import { remove, said } from '../../test/passkeys.ts';
import { newAddress, password, type Running, run, userStream } from '../../test/running.ts';
import {
  admit,
  askToRegister,
  listAndProve,
  newcomer,
  registerWith,
  textFor,
  walletSignIn,
} from '../../test/wallets.ts';

const minute = 60_000;
const { refusals } = texts;
let app: Running;
let node: JsonRpcNode;
beforeAll(async () => {
  node = await startJsonRpcNode(1);
  node.answer = () => isNotOwn;
  app = await run({ evmRpcUrls: { ETH: node.url } });
});
afterAll(async () => {
  await app.stop();
  await node.stop();
});
afterEach(() => {
  vi.restoreAllMocks();
  node.answer = () => isNotOwn;
});

let names = 0;
const fresh = () => {
  names += 1;
  return `walleted_${names}`;
};
const member = (): Promise<SignedIn> => app.register(fresh());
/** A member who also signs in with a wallet. */
async function withWallet(wallet: TestWallet) {
  const who = await member();
  const id = await listAndProve(who, wallet);
  await admit(who, id);
  return { who, id };
}
const text = (detail: string) => [400, 'sign_in_text_invalid', detail];
const unknown = [404, 'wallet_unknown', refusals.walletUnknown];
const notAdmitted = [403, 'wallet_not_admitted', refusals.walletNotAdmitted];
const last = [409, 'last_sign_in_method', refusals.lastSignInMethod];
const required = [403, 'fresh_proof_required', refusals.freshProofRequired];
const types = async (id: number) =>
  (await app.events(userStream({ id }))).map(({ type, data }) =>
    'kind' in data ? `${type} ${data.kind}` : type,
  );
const takeOff = (who: SignedIn, id: string) => who.call('DELETE', `/api/user/wallets/${id}`);

describe('signing in with a wallet', () => {
  it.each([
    ['Ethereum', evmWallet()],
    ['Solana', solanaWallet()],
  ])('is for proved addresses of %s that their member allowed', async (_, wallet) => {
    const who = await member();
    const browser = app.browser();
    expect(said(await walletSignIn(browser, wallet))).toEqual(unknown);
    const id = await listAndProve(who, wallet);
    expect(said(await walletSignIn(browser, wallet))).toEqual(notAdmitted);
    expect((await admit(who, id)).status).toBe(204);
    // A repeat adds nothing.
    expect((await admit(who, id)).status).toBe(204);
    const answer = await walletSignIn(browser, wallet);
    expect([answer.status, answer.body.id]).toEqual([200, who.id]);
    expect((await browser.post('/api/user/fresh-proof/options')).status).toBe(201);
    expect((await types(who.id)).slice(-2)).toEqual(['WalletProved', 'SignInMethodAdded wallet']);
  });

  it.each([
    ['Ethereum', evmWallet()],
    ['Solana', solanaWallet()],
  ])('accepts lines with CR LF, by a wallet of %s', async (_, wallet) => {
    const { who } = await withWallet(wallet);
    const crlf = (message: string) => message.replaceAll('\n', '\r\n');
    expect((await walletSignIn(app.browser(), wallet, crlf)).body.id).toBe(who.id);
    const signed = { ...wallet, sign: (message: string) => wallet.sign(crlf(message)) };
    expect((await walletSignIn(app.browser(), signed)).body.id).toBe(who.id);
  });

  it('accepts a text once, in the browser that requested it, for its own address', async () => {
    const wallet = evmWallet();
    await withWallet(wallet);
    const browser = app.browser();
    const message = await textFor(browser, wallet);
    const body = { message, signature: wallet.sign(message) };
    expect(said(await app.browser().post('/api/login/wallet', body))).toEqual(
      text(refusals.signInOtherBrowser),
    );
    // The stated purpose is part of the text.
    const reworded = message.replace(/Sign in to .*/, 'Claim what is yours.');
    const claimed = { message: reworded, signature: wallet.sign(reworded) };
    expect(said(await browser.post('/api/login/wallet', claimed))).toEqual(
      text(refusals.signInTextUnreadable),
    );
    const forged = { message, signature: evmWallet().sign(message) };
    expect(said(await browser.post('/api/login/wallet', forged))).toEqual([
      ...[400, 'proof_invalid', refusals.proofInvalid],
    ]);
    // Invalid answers used nothing up.
    expect((await browser.post('/api/login/wallet', body)).status).toBe(200);
    expect(said(await browser.post('/api/login/wallet', body))).toEqual(text(refusals.signInNonceUnknown));
    const both = await textFor(browser, wallet);
    const again = { message: both, signature: wallet.sign(both) };
    const twice = await Promise.all([1, 2].map(() => browser.post('/api/login/wallet', again)));
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it.each([
    ['Ethereum', '1', '56', evmWallet()],
    ['BNB Smart Chain', '56', '1', evmWallet(undefined, 'BSC')],
    ['Solana', 'mainnet', 'devnet', solanaWallet()],
  ])(
    'refuses a text for another chain than requested, by a wallet of %s',
    async (_, asked, other, wallet) => {
      await withWallet(wallet);
      const browser = app.browser();
      const change = (message: string) => message.replace(`Chain ID: ${asked}\n`, `Chain ID: ${other}\n`);
      expect(said(await walletSignIn(browser, wallet, change))).toEqual(text(refusals.signInOtherChain));
      expect((await walletSignIn(browser, wallet)).status).toBe(200);
    },
  );

  it('expires after five minutes, and with the removal of the address', async () => {
    const wallet = evmWallet();
    const { who, id } = await withWallet(wallet);
    const browser = app.browser();
    const message = await textFor(browser, wallet);
    await app.pass(5 * minute);
    const late = { message, signature: wallet.sign(message) };
    expect(said(await browser.post('/api/login/wallet', late))).toEqual(text(refusals.signInExpired));
    // A text without an expiry is valid no longer.
    const endless = message.replace(/\nExpiration Time: .*/, '');
    const lasting = { message: endless, signature: wallet.sign(endless) };
    expect(said(await browser.post('/api/login/wallet', lasting))).toEqual(text(refusals.signInNonceUnknown));

    expect(said(await takeOff(who, id))).toEqual(required);
    await who.post('/api/user/fresh-proof', { password });
    expect((await takeOff(who, id)).status).toBe(204);
    expect(said(await walletSignIn(browser, wallet))).toEqual(unknown);
    // An administrator who restores the address does not grant access to the account.
    const admin = await app.administrator();
    const removed = (await app.events(userStream(who))).find(({ type }) => type === 'WalletRemoved');
    const stream = userStream(who);
    const undone = await admin.post(`/api/admin/history/${removed?.eventId}/undo`, { stream });
    expect(undone.status).toBe(204);
    expect(said(await walletSignIn(browser, wallet))).toEqual(notAdmitted);
  });

  it('is refused if the member is suspended, or the wallet was removed as a way to sign in', async () => {
    const wallet = evmWallet();
    const { who, id } = await withWallet(wallet);
    expect((await remove(who, id)).status).toBe(204);
    expect(said(await walletSignIn(app.browser(), wallet))).toEqual(notAdmitted);
    await admit(who, id);
    await app.suspend(who);
    expect(said(await walletSignIn(app.browser(), wallet))).toEqual([403, 'suspended', refusals.suspended]);
  });

  it('works with the same key on another network, but not with another contract', async () => {
    const wallet = evmWallet(undefined, 'BSC');
    const { who } = await withWallet(wallet);
    const answer = await walletSignIn(app.browser(), { ...wallet, network: 'ETH' });
    expect([answer.status, answer.body.id]).toEqual([200, who.id]);

    const contract = { network: 'ETH', address: newAddress(), sign: evmWallet().sign };
    node.answer = () => isOwn;
    await withWallet(contract);
    expect((await walletSignIn(app.browser(), contract)).status).toBe(200);
    node.answer = () => isNotOwn;
    expect((await walletSignIn(app.browser(), contract)).status).toBe(400);
    // Proved on Ethereum; on other chains, the address may be anyone’s.
    node.answer = () => isOwn;
    const elsewhere = { ...contract, network: 'BSC' };
    expect((await walletSignIn(app.browser(), elsewhere)).body.code).toBe('proof_invalid');
  });
});

describe('registering with a wallet', () => {
  it('makes a member without a password by one append, whose address can’t be removed', async () => {
    const [wallet, browser, username] = [solanaWallet(), app.browser(), fresh()];
    const answer = await browser.post('/api/register/wallet', await newcomer(browser, username, wallet));
    expect(answer.status).toBe(201);
    const id = Number(answer.body.id);
    const events = await app.events(userStream({ id }));
    expect(events.map(({ type }) => type)).toEqual(['UserRegistered', 'WalletAdded', 'WalletProved']);
    expect(new Set(events.map(({ metadata }) => metadata.causationId)).size).toBe(1);
    const listed = events.find(({ type }) => type === 'WalletAdded');
    const walletId = listed?.type === 'WalletAdded' ? listed.data.walletId : '';
    const who = { ...browser, id, username };
    expect(said(await remove(who, walletId))).toEqual(last);
    expect(said(await takeOff(who, walletId))).toEqual(last);
    const admin = await app.administrator();
    const byAdmin = await admin.call('DELETE', `/api/admin/users/${id}/wallets/${walletId}`);
    expect(said(byAdmin)).toEqual(last);
    const noPassword = await app.browser().post('/api/login', { username, password: '' });
    expect(noPassword.status).toBe(400);
    expect((await walletSignIn(app.browser(), wallet)).body.id).toBe(id);
  });

  it('gives a fresh proof by the wallet, in the session that requested it', async () => {
    const [wallet, browser, username] = [evmWallet(), app.browser(), fresh()];
    const id = await registerWith(browser, username, wallet);
    const elsewhere = await app.withSession(id);
    await app.pass(5 * minute);
    const choose = () => browser.post('/api/user/password', { newPassword: 'battery staple' });
    expect(said(await choose())).toEqual(required);
    const [, listed] = await app.events(userStream({ id }));
    const walletId = listed?.type === 'WalletAdded' ? listed.data.walletId : '';
    const asked = await browser.post('/api/user/fresh-proof/wallet/options', { walletId });
    const { message } = v.parse(walletSignInRequestSchema, JSON.parse(asked.text));
    const answer = { message, signature: wallet.sign(message) };
    expect(said(await elsewhere.post('/api/user/fresh-proof', answer))).toEqual(
      text(refusals.signInOtherBrowser),
    );
    // It is no sign-in.
    expect(said(await browser.post('/api/login/wallet', answer))).toEqual(text(refusals.signInNonceUnknown));
    expect((await browser.post('/api/user/fresh-proof', answer)).status).toBe(204);
    expect((await choose()).status).toBe(204);
    expect((await browser.post('/api/user/fresh-proof', answer)).status).toBe(400);
    const theirs = await (await member()).post('/api/user/fresh-proof/wallet/options', { walletId });
    expect(said(theirs)).toEqual([404, 'not_found', refusals.signInMethodNotFound]);
  });

  it('accepts the statement for this username, in this browser, once', async () => {
    const [wallet, browser, username] = [evmWallet(), app.browser(), fresh()];
    const body = await newcomer(browser, username, wallet);
    const used = [400, 'challenge_invalid', refusals.challengeInvalid];
    expect(said(await app.browser().post('/api/register/wallet', body))).toEqual(used);
    const renamed = await browser.post('/api/register/wallet', { ...body, username: fresh() });
    expect(said(renamed)).toEqual(used);
    const forged = { ...body, signature: evmWallet().sign('x') };
    expect((await browser.post('/api/register/wallet', forged)).body.code).toBe('proof_invalid');
    const { username: taken } = await member();
    const mail = { ...body, email: `${taken}@example.org` };
    expect((await browser.post('/api/register/wallet', mail)).body.code).toBe('email_taken');
    expect((await browser.post('/api/register/wallet', body)).status).toBe(201);
    expect(said(await browser.post('/api/register/wallet', body))).toEqual(used);
  });

  it('refuses unavailable names before signing', async () => {
    const { username } = await member();
    const ask = async (name: string, wallet: TestWallet) =>
      (await askToRegister(app.browser(), name, wallet)).body.code;
    expect(await ask(username, evmWallet())).toBe('username_taken');
    expect(await ask('messages', evmWallet())).toBe('username_reserved');
    expect(await ask(fresh(), { ...evmWallet(), network: 'XYZ' })).toBe('not_provable');
  });

  it('reveals that another member proved the address only after a signature', async () => {
    const listed = evmWallet();
    await listAndProve(await member(), listed);
    const [browser, username] = [app.browser(), fresh()];
    const body = await newcomer(browser, username, listed);
    const stranger = { ...body, signature: evmWallet().sign('x') };
    const nobodys = await newcomer(browser, username, evmWallet());
    const answers = await Promise.all(
      [stranger, { ...nobodys, signature: stranger.signature }].map((each) =>
        browser.post('/api/register/wallet', each),
      ),
    );
    for (const answer of answers) expect(said(answer)).toEqual([400, 'proof_invalid', refusals.proofInvalid]);
    const told = await browser.post('/api/register/wallet', body);
    expect(said(told)).toEqual([409, 'wallet_taken', refusals.walletTaken]);
  });

  it('continues where it stopped, for the same wallet only', async () => {
    const [wallet, browser, username] = [evmWallet(), app.browser(), fresh()];
    const body = await newcomer(browser, username, wallet);
    const append = vi.spyOn(app.eventStore, 'append').mockRejectedValueOnce(new Error('a crash'));
    expect((await browser.post('/api/register/wallet', body)).status).toBe(500);
    append.mockRestore();
    const another = app.browser();
    const theirs = await newcomer(another, username, evmWallet());
    expect((await another.post('/api/register/wallet', theirs)).body.code).toBe('username_taken');
    const answer = await browser.post('/api/register/wallet', body);
    expect(answer.status).toBe(201);
    expect(await types(Number(answer.body.id))).toEqual(['UserRegistered', 'WalletAdded', 'WalletProved']);
  });

  it('is closed with all registration', async () => {
    const browser = app.browser();
    const body = await newcomer(browser, fresh(), evmWallet());
    const admin = await app.administrator();
    await admin.call('PATCH', '/api/admin/settings', { registrationOpen: false });
    expect((await browser.post('/api/register/wallet', body)).body.code).toBe('registration_closed');
    expect((await askToRegister(browser, fresh(), evmWallet())).body.code).toBe('registration_closed');
    await admin.call('PATCH', '/api/admin/settings', { registrationOpen: true });
  });
});
