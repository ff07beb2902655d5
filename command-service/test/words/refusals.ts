import { caseIdOf, limits, type ProblemCode, walletChallengeSchema } from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import { evmWallet } from '@pmcw/testing/wallets';
import { v7 as uuidv7 } from 'uuid';
import * as v from 'valibot';
import type { SignedIn } from '../browser.ts';
import { add, newKey, remove, signInWith } from '../passkeys.ts';
import { newAddress, password, registration } from '../running.ts';
import { admit, listAndProve, textFor, walletSignIn } from '../wallets.ts';
import type { Cast, Row } from './rows.ts';

const row = (says: string, status: number, code: ProblemCode, ask: Row['ask'], field?: string): Row => ({
  ...{ says, status, code, ask },
  ...(field === undefined ? {} : { field }),
});

let names = 0;
/** A new member. */
function fresh({ app }: Cast): Promise<SignedIn> {
  names += 1;
  return app.register(`worded_${names}`);
}
/** A member with an open verification request. */
async function withRequest(cast: Cast) {
  const member = await fresh(cast);
  await member.post('/api/user/wallets', { network: 'PMCW', address: newAddress() });
  const { body } = await member.post('/api/verification-requests', {});
  return { member, request: `/api/admin/verification-requests/${String(body.id)}` };
}
async function withSent({ ada, bob }: Cast) {
  const message = { id: uuidv7(), receiverId: bob.id, content: 'Hello' };
  await ada.post('/api/messages', message);
  return message;
}
async function withSuspension(cast: Cast): Promise<SignedIn> {
  const member = await fresh(cast);
  await cast.admin.call('PATCH', `/api/admin/users/${member.id}/suspend`, { isSuspended: true });
  return member;
}
/** Undoes the first event of a type in a member’s stream. */
async function undo({ app, admin }: Cast, { id }: SignedIn, type: string) {
  const stream = streams.user(id);
  const event = (await app.events(stream)).find((each) => each.type === type);
  return admin.post(`/api/admin/history/${event?.eventId}/undo`, { stream });
}
const metadataOf = (actorId: number) => ({
  actorId,
  correlationId: uuidv7(),
  causationId: uuidv7(),
  time: new Date().toISOString(),
});
/** Adds passkeys up to the limit. */
async function fillPasskeys({ app }: Cast, userId: number): Promise<void> {
  const events = Array.from({ length: limits.passkeysMax }, () => ({
    type: 'SignInMethodAdded' as const,
    data: { userId, methodId: uuidv7(), kind: 'passkey' as const },
    eventId: uuidv7(),
    metadata: metadataOf(userId),
  }));
  await app.eventStore.append(streams.user(userId), 'any', events);
}
/** Adds wallets up to the limit. */
async function fillWallets({ app }: Cast, userId: number): Promise<void> {
  const metadata = metadataOf(userId);
  const events = Array.from({ length: limits.walletsMax }, () => ({
    type: 'WalletAdded' as const,
    data: { userId, walletId: uuidv7(), network: 'ETH', address: newAddress() },
    eventId: uuidv7(),
    metadata,
  }));
  await app.eventStore.append(streams.user(userId), 'any', events);
}
/** Blocks members up to the limit. */
async function fillBlocks({ app }: Cast, userId: number): Promise<void> {
  const metadata = metadataOf(userId);
  const events = Array.from({ length: limits.blocksMax }, (_, n) => ({
    type: 'MemberBlocked' as const,
    data: { userId, memberId: 1_000_000 + n },
    eventId: uuidv7(),
    metadata,
  }));
  await app.eventStore.append(streams.user(userId), 'any', events);
}
/** Requests the statement of a new wallet, and answers with an invalid signature or another nonce. */
interface WrongProof {
  readonly nonce?: string;
  readonly network?: string;
  readonly address?: string;
  readonly signature?: string;
}
async function proveWrongly(
  { ada }: Cast,
  { nonce, network = 'ETH', address = newAddress(), signature = '0x' }: WrongProof = {},
) {
  const { body } = await ada.post('/api/user/wallets', { network, address });
  const path = `/api/user/wallets/${String(body.id)}`;
  const challenge = v.parse(walletChallengeSchema, JSON.parse((await ada.post(`${path}/challenge`)).text));
  return ada.post(`${path}/proof`, { nonce: nonce ?? challenge.nonce, signature });
}
/** A row about a text that replaces the one to sign. */
const textRefusal = (says: string, change: (message: string) => string): Row =>
  row(says, 400, 'sign_in_text_invalid', ({ app }) => walletSignIn(app.browser(), evmWallet(), change));
/** Reports a new member’s profile. @returns the path of the case */
async function withCase(cast: Cast): Promise<string> {
  const { id: memberId } = await fresh(cast);
  await cast.ada.post('/api/reports', { reported: { kind: 'profile', memberId }, reason: 'spam' });
  return `/api/admin/reports/${caseIdOf('profile', memberId, null)}/close`;
}
const ahead = () => new Date(Date.now() + 24 * 60 * 60_000).toISOString();
const nobody = '/api/admin/users/999999';

/** Refusals by state. */
export const refusals: readonly Row[] = [
  row('Some of the input is not valid.', 400, 'invalid_input', ({ ada }) =>
    ada.call('DELETE', '/api/messages/%zz'),
  ),
  row('The body must be JSON.', 400, 'invalid_input', ({ stranger }) => stranger.post('/api/login', '{')),
  row('The body must be JSON.', 415, 'unsupported_media_type', ({ stranger }) =>
    stranger.call('POST', '/api/login', 'username=ada', {
      'content-type': 'application/x-www-form-urlencoded',
    }),
  ),
  row('Wrong username or password.', 401, 'wrong_credentials', ({ stranger }) =>
    stranger.post('/api/login', { username: 'ada', password: 'wrong' }),
  ),
  row('Wrong username or password.', 401, 'wrong_credentials', ({ stranger }) =>
    stranger.post('/api/login', { username: 'nobody', password }),
  ),
  row('Please login to continue.', 401, 'not_signed_in', ({ stranger }) =>
    stranger.post('/api/messages/global', { content: 'Hello' }),
  ),
  row('This request did not come from this site.', 403, 'foreign_origin', ({ ada }) =>
    ada.call('POST', '/api/messages/global', { content: 'Hello' }, { origin: 'https://evil.example' }),
  ),
  row('This account has been suspended.', 403, 'suspended', ({ stranger }) =>
    stranger.post('/api/login', { username: 'sam', password }),
  ),
  row('This account is protected.', 403, 'protected_member', ({ admin }) =>
    admin.call('DELETE', '/api/admin/users/1'),
  ),
  row('This account is protected.', 403, 'protected_member', ({ admin }) =>
    admin.call('PATCH', '/api/admin/users/1/suspend', { isSuspended: true }),
  ),
  row('This account is protected.', 403, 'protected_member', ({ admin }) =>
    admin.call('DELETE', '/api/user/account'),
  ),
  row(
    'Current password is wrong.',
    400,
    'wrong_current_password',
    ({ ada }) =>
      ada.post('/api/user/change-password', { newPassword: 'battery staple', currentPassword: 'wrong' }),
    'currentPassword',
  ),
  row('Please confirm first that it is you.', 403, 'fresh_proof_required', async (cast) => {
    const member = await fresh(cast);
    await cast.app.pass(limits.freshProofMinutes * 60_000);
    return remove(member, 'password');
  }),
  row(
    'This is your only way to sign in. Please add another one first.',
    409,
    'last_sign_in_method',
    async (cast) => remove(await fresh(cast), 'password'),
  ),
  row('No such way to sign in.', 404, 'not_found', async (cast) => remove(await fresh(cast), uuidv7())),
  row('You already have a password.', 409, 'conflict', async (cast) =>
    (await fresh(cast)).post('/api/user/password', { newPassword: 'battery staple' }),
  ),
  row('This site does not offer sign-in with another provider.', 404, 'not_found', ({ stranger }) =>
    stranger.post('/api/login/openid/start'),
  ),
  row('You cannot sign in here with this passkey.', 400, 'passkey_unknown', ({ app }) =>
    signInWith(newKey(), app.browser()),
  ),
  row('The passkey could not be checked. Please try again.', 400, 'passkey_invalid', async (cast) =>
    add(await fresh(cast), newKey(), { isVerified: false }),
  ),
  row('This passkey is already in use here.', 409, 'conflict', async (cast) => {
    const key = newKey();
    await add(await fresh(cast), key);
    return add(await fresh(cast), key);
  }),
  row('You cannot add more passkeys.', 409, 'conflict', async (cast) => {
    const member = await fresh(cast);
    await fillPasskeys(cast, member.id);
    return add(member, newKey());
  }),
  textRefusal('This is not a text that a wallet can sign in with.', () => 'Hello'),
  textRefusal('This text is for another site.', (text) => text.replace('localhost', 'evil.example')),
  textRefusal('This text is for another site.', (text) => `https://${text}`),
  textRefusal('This text is not for a page of this site.', (text) => text.replace('/auth\n', '/evil\n')),
  textRefusal('This text is not valid yet. Please check the clock of your device.', (text) =>
    text.replace(/Issued At: .*/, `Issued At: ${ahead()}`),
  ),
  textRefusal('This text is not valid yet. Please check the clock of your device.', (text) =>
    text.replace(/$/, `\nNot Before: ${ahead()}`),
  ),
  textRefusal('This text has expired. Please request another one.', (text) =>
    text.replace(/Expiration Time: .*/, 'Expiration Time: 2020-01-01T00:00:00Z'),
  ),
  textRefusal('This text was already used, or was not requested here. Please request another one.', (text) =>
    text.replace(/Nonce: .*/, 'Nonce: madeUp0123456789'),
  ),
  textRefusal('This text was requested for another address.', (text) =>
    text.replace(/0x\w+/, evmWallet().address),
  ),
  textRefusal('This text is for a different chain than the one it was requested for.', (text) =>
    text.replace('Chain ID: 1\n', 'Chain ID: 56\n'),
  ),
  row(
    'This text was requested in another browser.',
    400,
    'sign_in_text_invalid',
    async ({ app, stranger }) => {
      const wallet = evmWallet();
      const message = await textFor(app.browser(), wallet);
      await textFor(stranger, wallet);
      return stranger.post('/api/login/wallet', { message, signature: wallet.sign(message) });
    },
  ),
  row('No account signs in with this wallet address.', 404, 'wallet_unknown', ({ app }) =>
    walletSignIn(app.browser(), evmWallet()),
  ),
  row(
    'This wallet address is on a profile, but it is not a way to sign in. Please sign in another way, and add it under “Ways to sign in”.',
    403,
    'wallet_not_admitted',
    async (cast) => {
      const wallet = evmWallet();
      await listAndProve(await fresh(cast), wallet);
      return walletSignIn(cast.app.browser(), wallet);
    },
  ),
  row('Please prove this wallet address first.', 409, 'conflict', async (cast) => {
    const member = await fresh(cast);
    const { body } = await member.post('/api/user/wallets', { network: 'ETH', address: newAddress() });
    return admit(member, String(body.id));
  }),
  row('Addresses on this network cannot be used to sign in.', 409, 'not_provable', ({ stranger }) =>
    stranger.post('/api/login/wallet/options', { network: 'XYZ', address: newAddress() }),
  ),
  row('You cannot block yourself.', 400, 'invalid_input', ({ ada }) =>
    ada.post('/api/blocks', { memberId: ada.id }),
  ),
  row('No such member.', 404, 'not_found', ({ ada }) => ada.post('/api/blocks', { memberId: 999_999 })),
  row('You cannot report yourself.', 400, 'invalid_input', ({ ada }) =>
    ada.post('/api/reports', { reported: { kind: 'profile', memberId: ada.id }, reason: 'spam' }),
  ),
  row('Another decision about these reports was already made.', 409, 'case_closed', async (cast) => {
    const path = await withCase(cast);
    await cast.admin.post(path, { outcome: 'dismissed', reason: 'As it should be' });
    return cast.admin.post(path, { outcome: 'warned', reason: 'Please stop' });
  }),
  row(
    'This value is not valid.',
    400,
    'invalid_input',
    async (cast) =>
      cast.admin.post(await withCase(cast), { outcome: 'message_removed', reason: 'Not a message' }),
    'outcome',
  ),
  row('You cannot block more members.', 409, 'conflict', async (cast) => {
    const member = await fresh(cast);
    await fillBlocks(cast, member.id);
    return member.post('/api/blocks', { memberId: cast.ada.id });
  }),
  row('Unblock this member to write to them.', 409, 'member_blocked', async (cast) => {
    const member = await fresh(cast);
    await member.post('/api/blocks', { memberId: cast.ada.id });
    return member.post('/api/messages', { receiverId: cast.ada.id, content: 'Hello' });
  }),
  row("This member can't receive your messages.", 403, 'not_received', async (cast) => {
    const member = await fresh(cast);
    await member.post('/api/blocks', { memberId: cast.ada.id });
    return cast.ada.post('/api/messages', { receiverId: member.id, content: 'Hello' });
  }),
  row('This is only possible in private conversations.', 400, 'invalid_input', ({ ada }) =>
    ada.call('PATCH', '/api/messages/conversations/global', { isRequest: false }),
  ),
  row('This member is suspended.', 409, 'member_suspended', ({ ada, sam }) =>
    ada.post('/api/messages', { receiverId: sam.id, content: 'Hello' }),
  ),
  row('This member is suspended.', 409, 'member_suspended', ({ admin, sam }) =>
    admin.call('PATCH', `/api/admin/users/${sam.id}/authorize`, { isAuthorized: true }),
  ),
  row('This cannot be undone.', 409, 'not_undoable', (cast) => undo(cast, cast.ada, 'UserRegistered')),
  row('This was already undone.', 409, 'already_undone', async (cast) => {
    const member = await withSuspension(cast);
    await undo(cast, member, 'UserSuspended');
    await cast.admin.call('PATCH', `/api/admin/users/${member.id}/suspend`, { isSuspended: true });
    return undo(cast, member, 'UserSuspended');
  }),
  row('This has been changed again since then.', 409, 'changed_since', async (cast) => {
    const member = await withSuspension(cast);
    await cast.admin.call('PATCH', `/api/admin/users/${member.id}/suspend`, { isSuspended: false });
    return undo(cast, member, 'UserSuspended');
  }),
  row('This member has been deleted since then.', 409, 'changed_since', async (cast) => {
    const member = await withSuspension(cast);
    await cast.admin.call('DELETE', `/api/admin/users/${member.id}`);
    return undo(cast, member, 'UserSuspended');
  }),
  row('This site does not check links.', 409, 'not_checkable', async (cast) => {
    const member = await fresh(cast);
    return member.call('POST', '/api/user/socials/1/check');
  }),
  row('This id belongs to something else.', 409, 'conflict', async (cast) => {
    const member = await fresh(cast);
    const link = { id: uuidv7(), platform: 'twitter', username: 'me' };
    await member.post('/api/user/socials', link);
    return member.post('/api/user/socials', { ...link, username: 'somebody' });
  }),
  row('This id belongs to something else.', 409, 'conflict', async (cast) => {
    const member = await fresh(cast);
    const wallet = { id: uuidv7(), network: 'PMCW', address: newAddress() };
    await member.post('/api/user/wallets', wallet);
    return member.post('/api/user/wallets', { ...wallet, address: newAddress() });
  }),
  row('What was created with this id no longer exists.', 409, 'conflict', async (cast) => {
    const { id } = await fresh(cast);
    const link = { id: uuidv7() };
    await cast.admin.post(`/api/admin/users/${id}/reset-link`, link);
    await cast.app.vault.resetLinks.forget(id);
    return cast.admin.post(`/api/admin/users/${id}/reset-link`, link);
  }),
  row('You can only request your own verification.', 403, 'forbidden', ({ ada, bob }) =>
    ada.post('/api/verification-requests', { userId: bob.id }),
  ),
  row(
    'Please add a PMCW wallet address before you request verification.',
    409,
    'pmcw_wallet_required',
    ({ bob }) => bob.post('/api/verification-requests', {}),
  ),
  row('Your verification request is already open.', 409, 'request_open', async (cast) =>
    (await withRequest(cast)).member.post('/api/verification-requests', {}),
  ),
  row(
    'An address of this kind cannot be proved by a signature here.',
    409,
    'not_provable',
    async ({ ada }) => {
      const { body } = await ada.post('/api/user/wallets', { network: 'XYZ', address: newAddress() });
      return ada.post(`/api/user/wallets/${String(body.id)}/challenge`);
    },
  ),
  row(
    'This statement was already used, is no longer valid, or is not for this address. Please request another one.',
    400,
    'challenge_invalid',
    (cast) => proveWrongly(cast, { nonce: 'made up' }),
  ),
  row(
    'This signature does not prove the address. Please sign the statement as it is, with the wallet of this address.',
    400,
    'proof_invalid',
    (cast) => proveWrongly(cast),
  ),
  row(
    'This is the signature of a smart account (EIP-6492), and nothing here could confirm it: it is not of this text and address, or this site cannot ask the network of this address.',
    400,
    'proof_invalid',
    (cast) => proveWrongly(cast, { signature: `0x${'6492'.repeat(16)}` }),
  ),
  row(
    'This is a Solana off-chain message, as Ledger devices sign it, but not of this text by this address alone.',
    400,
    'proof_invalid',
    (cast) =>
      proveWrongly(cast, {
        network: 'SOL',
        address: 'GmaDrppBC7P5ARKV8g3djiwP89vz1jLK23V2GBjuAEGB',
        signature: Buffer.from(`\u0001${'x'.repeat(64)}\u00ffsolana offchain`, 'latin1').toString('base64'),
      }),
  ),
  row('This profile is already verified.', 409, 'already_verified', async (cast) => {
    const { member, request } = await withRequest(cast);
    await cast.admin.post(`${request}/approve`);
    return member.post('/api/verification-requests', {});
  }),
  row('No such verification request.', 404, 'not_found', ({ admin, ada }) =>
    admin.post(`/api/admin/verification-requests/${ada.id}-${uuidv7()}/approve`),
  ),
  row('This verification request is already closed.', 409, 'request_closed', async (cast) => {
    const { request } = await withRequest(cast);
    await cast.admin.post(`${request}/reject`, { reason: 'Who are you?' });
    return cast.admin.post(`${request}/approve`);
  }),
  row('Only administrators can do this.', 403, 'forbidden', ({ ada }) =>
    ada.call('PATCH', '/api/admin/settings', {}),
  ),
  row(
    'Username already exists',
    409,
    'username_taken',
    ({ stranger }) => stranger.post('/api/register', registration('ADA')),
    'username',
  ),
  row(
    'Email already exists',
    409,
    'email_taken',
    ({ stranger }) =>
      stranger.post('/api/register', { ...registration('newcomer'), email: 'ADA@example.org' }),
    'email',
  ),
  row(
    'This username is reserved.',
    409,
    'username_reserved',
    ({ stranger }) => stranger.post('/api/register', registration('Admin')),
    'username',
  ),
  row(
    'This name suggests that you belong to the staff of this site. Please choose another one.',
    400,
    'invalid_input',
    ({ ada }) => ada.call('PATCH', '/api/user/profile', { fullName: 'Аdm1n' }),
    'fullName',
  ),
  row(
    'This wallet address belongs to another member.',
    409,
    'wallet_taken',
    async ({ ada, bob }) => {
      const listed = { network: 'ETH', address: newAddress() };
      await bob.post('/api/user/wallets', listed);
      return ada.post('/api/user/wallets', listed);
    },
    'address',
  ),
  row('This wallet address is already in your list.', 409, 'wallet_listed', async ({ ada }) => {
    const listed = { network: 'ETH', address: newAddress() };
    await ada.post('/api/user/wallets', listed);
    return ada.post('/api/user/wallets', listed);
  }),
  row('You cannot add more wallet addresses.', 409, 'conflict', async (cast) => {
    const member = await fresh(cast);
    await fillWallets(cast, member.id);
    return member.post('/api/user/wallets', { network: 'ETH', address: newAddress() });
  }),
  row('This platform is already linked.', 409, 'social_platform_taken', async ({ ada }) => {
    await ada.post('/api/user/socials', { platform: 'reddit', username: 'ada' });
    return ada.post('/api/user/socials', { platform: 'reddit', username: 'another' });
  }),
  row('No such member.', 404, 'not_found', ({ admin }) =>
    admin.call('PATCH', `${nobody}/suspend`, { isSuspended: true }),
  ),
  row('No such member.', 404, 'not_found', ({ ada }) =>
    ada.post('/api/messages', { receiverId: 999_999, content: 'Hello' }),
  ),
  row('No such wallet address.', 404, 'not_found', ({ ada }) =>
    ada.call('DELETE', `/api/user/wallets/${uuidv7()}`),
  ),
  row('No such social link.', 404, 'not_found', ({ ada }) =>
    ada.call('DELETE', `/api/user/socials/${uuidv7()}`),
  ),
  row('No such session.', 404, 'not_found', async ({ app, ada, bob }) =>
    ada.call('DELETE', `/api/user/sessions/${(await app.vault.sessions.start(bob.id)).session.id}`),
  ),
  row('No such message.', 404, 'not_found', async (cast) =>
    cast.bob.call('DELETE', `/api/messages/${(await withSent(cast)).id}`),
  ),
  row(
    'You cannot send a message to yourself.',
    400,
    'invalid_input',
    ({ ada }) => ada.post('/api/messages', { receiverId: ada.id, content: 'Hello' }),
    'receiverId',
  ),
  row('This message id is already in use.', 409, 'message_id_taken', async (cast) =>
    cast.ada.post('/api/messages', { ...(await withSent(cast)), content: 'Bye' }),
  ),
  row('This message id is already in use.', 409, 'message_id_taken', async (cast) =>
    cast.bob.post('/api/messages/global', { id: (await withSent(cast)).id, content: 'Hello' }),
  ),
  row('This message was deleted.', 410, 'message_deleted', async (cast) => {
    const message = await withSent(cast);
    await cast.ada.call('DELETE', `/api/messages/${message.id}`);
    return cast.ada.post('/api/messages', message);
  }),
  row(
    'A conversation can be muted for a year at most, or always.',
    400,
    'invalid_input',
    ({ ada }) =>
      ada.call('PATCH', '/api/messages/conversations/global', { mutedUntil: '2999-01-01T00:00:00.000Z' }),
    'mutedUntil',
  ),
  row('This draft was changed on another device.', 409, 'conflict', async ({ ada }) => {
    const draft = { text: 'Hel', aside: [], basedOn: 0 };
    await ada.call('PUT', '/api/drafts/global', draft);
    return ada.call('PUT', '/api/drafts/global', draft);
  }),
  row('No such notification.', 404, 'not_found', ({ admin }) =>
    admin.call('PATCH', `/api/admin/notifications/${uuidv7()}`, { isActive: true }),
  ),
  row('No such notification.', 404, 'not_found', ({ ada }) =>
    ada.call('DELETE', `/api/notifications/${ada.id}-${uuidv7()}`),
  ),
  row('Registration is closed at the moment.', 403, 'registration_closed', async ({ admin, stranger }) => {
    await admin.call('PATCH', '/api/admin/settings', { registrationOpen: false });
    const answer = await stranger.post('/api/register', registration('newcomer'));
    await admin.call('PATCH', '/api/admin/settings', { registrationOpen: true });
    return answer;
  }),
  row(
    'This link was already used or is no longer valid. Please request another one.',
    400,
    'reset_link_invalid',
    ({ stranger }) =>
      stranger.post('/api/reset-password', { token: 'made up', newPassword: 'battery staple' }),
  ),
  row(
    'This link is no longer valid. Please request another one.',
    400,
    'confirm_link_invalid',
    ({ stranger }) => stranger.post('/api/confirm-email', { token: 'made-up' }),
  ),
  row(
    'This site does not send mail. Please ask an administrator for a link.',
    404,
    'not_found',
    ({ stranger }) => stranger.post('/api/forgot-password', { username: 'ada' }),
  ),
  row('There is nothing here.', 404, 'not_found', ({ ada }) => ada.post('/api/nothing')),
  row('This is too large.', 413, 'too_large', ({ stranger }) =>
    stranger.post('/api/login', { username: 'x'.repeat(200_000), password }),
  ),
  row('Too many requests. Please wait a moment.', 429, 'too_many_requests', async ({ stranger }) => {
    const guess = { username: 'guessed', password: 'wrong' };
    for (let tries = 0; tries < 10; tries += 1) await stranger.post('/api/login', guess);
    return stranger.post('/api/login', guess);
  }),
];
