import { randomUUID } from 'node:crypto';
import { limits, texts } from '@pmcw/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignedIn } from '../../test/browser.ts';
import { refusal } from '../../test/refusal.ts';
import { type Running, run, userStream } from '../../test/running.ts';
import { walletClaim } from '../members/claims.ts';

let app: Running;
let admin: SignedIn;
let ada: SignedIn;
let bea: SignedIn;
beforeAll(async () => {
  app = await run();
  [admin, ada, bea] = await Promise.all([app.administrator(), app.register('ada'), app.register('bea')]);
});
afterAll(() => app.stop());

const { refusals, validation } = texts;
const on = (member: { readonly id: number }, rest: string) => `/api/admin/users/${member.id}/${rest}`;
const nextAddress = () => `an-address-${randomUUID()}`;
const latest = async (member: SignedIn) => (await app.events(userStream(member))).at(-1);

describe('administrators’ settings of a member', () => {
  it.each([
    ['type', { userType: 'Charity' }, { type: 'UserTypeChanged', data: { userType: 'Charity' } }],
    ['pmcw-tokens', { pmcwTokens: 12 }, { type: 'TokensSet', data: { pmcwTokens: 12, cause: 'set' } }],
  ])('PATCH …/%s returns the member with one event, and none for a repeat', async (rest, body, event) => {
    const answer = await admin.call('PATCH', on(ada, rest), body);
    expect(answer).toMatchObject({ status: 200, body: { id: ada.id, username: 'ada', ...body } });
    expect(answer.body).not.toHaveProperty('notes');
    const position = answer.headers.get('x-position');
    const metadata = { actorId: admin.id, correlationId: answer.headers.get('x-request-id') };
    expect(await latest(ada)).toMatchObject({ ...event, metadata, position: BigInt(position ?? -1) });
    const again = await admin.call('PATCH', on(ada, rest), body);
    expect(again).toMatchObject({ status: 200, body });
    expect(again.headers.get('x-position')).toBe(position);
  });

  it('PUT …/notes stores notes that the member never sees', async () => {
    const answer = await admin.call('PUT', on(ada, 'notes'), { notes: ' Called twice ' });
    expect(answer).toMatchObject({ status: 204, text: '' });
    expect(await latest(ada)).toMatchObject({
      type: 'AdminNotesChanged',
      data: { notes: 'Called twice' },
      position: BigInt(answer.headers.get('x-position') ?? -1),
    });
    const own = await ada.call('PATCH', '/api/user/profile', { fullName: 'Ada' });
    expect(own.text).not.toContain('Called twice');
    expect(await admin.call('PUT', on(ada, 'notes'), { notes: '' })).toMatchObject({ status: 204 });
    expect(await latest(ada)).toMatchObject({ type: 'AdminNotesChanged', data: { notes: '' } });
  });

  it.each([
    ['PATCH', 'suspend', { isSuspended: 'yes' }, 'isSuspended', validation.invalidValue],
    ['PATCH', 'type', { userType: 'Robot' }, 'userType', validation.unknownUserType],
    ['PATCH', 'pmcw-tokens', { pmcwTokens: -1 }, 'pmcwTokens', validation.tokensInvalid],
    ['PATCH', 'pmcw-tokens', { pmcwTokens: 1.5 }, 'pmcwTokens', validation.tokensInvalid],
    ['PATCH', 'pmcw-tokens', { pmcwTokens: '3' }, 'pmcwTokens', validation.tokensInvalid],
    ['PATCH', 'pmcw-tokens', { pmcwTokens: limits.tokensMax + 1 }, 'pmcwTokens', validation.tokensInvalid],
    ['PUT', 'notes', { notes: 'x'.repeat(limits.notesMax + 1) }, 'notes', validation.tooLong],
    ['PUT', 'notes', { notes: null }, 'notes', validation.invalidValue],
  ])('%s …/%s explains what is wrong with %j', async (method, rest, body, path, message) => {
    const head = await app.eventStore.head();
    const answer = await admin.call(method, on(ada, rest), body);
    expect(answer).toMatchObject(refusal(400, 'invalid_input', message));
    expect(answer.body.errors).toEqual([{ path, message }]);
    expect(await app.eventStore.head()).toBe(head);
  });

  it.each([
    ['PATCH', 'suspend', { isSuspended: true }],
    ['PATCH', 'type', { userType: 'Charity' }],
    ['PATCH', 'pmcw-tokens', { pmcwTokens: 1 }],
    ['PUT', 'notes', { notes: 'Who?' }],
    ['DELETE', 'wallets/x', undefined],
    ['DELETE', 'socials/x', undefined],
  ])('%s …/%s refuses unknown members', async (method, rest, body) => {
    expect(await admin.call(method, on({ id: 999_999 }, rest), body)).toMatchObject(
      refusal(404, 'not_found', refusals.memberNotFound),
    );
    expect(await admin.call(method, `/api/admin/users/ada/${rest}`, body)).toMatchObject(
      refusal(400, 'invalid_input', validation.invalidValue),
    );
  });
});

describe('removing from a member’s lists', () => {
  it('removes a wallet and frees its address, as for the member', async () => {
    const address = nextAddress();
    const { body: first } = await ada.post('/api/user/wallets', { network: 'AAA', address });
    const { body: second } = await ada.post('/api/user/wallets', { network: 'BBB', address });
    expect(await admin.call('DELETE', on(ada, `wallets/${first.id}`))).toMatchObject({
      status: 204,
      text: '',
    });
    expect(await app.vault.claims.holder(walletClaim(address))).toBe(ada.id);
    const removed = await admin.call('DELETE', on(ada, `wallets/${second.id}`));
    expect(await latest(ada)).toMatchObject({
      type: 'WalletRemoved',
      data: { userId: ada.id, walletId: second.id },
      metadata: { actorId: admin.id },
      position: BigInt(removed.headers.get('x-position') ?? -1),
    });
    expect(await app.vault.claims.holder(walletClaim(address))).toBeNull();
    expect(await bea.post('/api/user/wallets', { network: 'AAA', address })).toMatchObject({ status: 201 });
  });

  it('removes a social link', async () => {
    const { body } = await ada.post('/api/user/socials', { platform: 'twitter', username: 'ada' });
    expect(await admin.call('DELETE', on(ada, `socials/${body.id}`))).toMatchObject({ status: 204 });
    expect(await latest(ada)).toMatchObject({ type: 'SocialLinkRemoved', metadata: { actorId: admin.id } });
    expect(await ada.post('/api/user/socials', { platform: 'twitter', username: 'ada' })).toMatchObject({
      status: 201,
    });
  });

  it('finds only that member’s entries, and removes them once', async () => {
    const { body: wallet } = await bea.post('/api/user/wallets', { network: 'AAA', address: nextAddress() });
    const { body: link } = await bea.post('/api/user/socials', { platform: 'twitter', username: 'bea' });
    const noWallet = refusal(404, 'not_found', refusals.walletNotFound);
    const noLink = refusal(404, 'not_found', refusals.socialLinkNotFound);
    expect(await admin.call('DELETE', on(ada, `wallets/${wallet.id}`))).toMatchObject(noWallet);
    expect(await admin.call('DELETE', on(ada, `socials/${link.id}`))).toMatchObject(noLink);
    await admin.call('DELETE', on(bea, `wallets/${wallet.id}`));
    await admin.call('DELETE', on(bea, `socials/${link.id}`));
    expect(await admin.call('DELETE', on(bea, `wallets/${wallet.id}`))).toMatchObject(noWallet);
    expect(await admin.call('DELETE', on(bea, `socials/${link.id}`))).toMatchObject(noLink);
  });

  it('works on suspended members, too', async () => {
    const eve = await app.register('eve');
    const address = nextAddress();
    const { body } = await eve.post('/api/user/wallets', { network: 'AAA', address });
    await admin.call('PATCH', on(eve, 'suspend'), { isSuspended: true });
    expect(await admin.call('DELETE', on(eve, `wallets/${body.id}`))).toMatchObject({ status: 204 });
    expect(await app.vault.claims.holder(walletClaim(address))).toBeNull();
  });
});
