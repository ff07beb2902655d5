import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignedIn } from '../../test/browser.ts';
import { adminPassword, newAddress, type Running, run, userStream } from '../../test/running.ts';

let app: Running;
let admin: SignedIn;
beforeAll(async () => {
  app = await run();
  admin = await app.administrator();
});
afterAll(() => app.stop());

/** The stream’s latest event of a type. */
async function latest(stream: string, type: string) {
  const event = (await app.events(stream)).findLast((each) => each.type === type);
  if (event === undefined) throw new Error(`There is no ${type}`);
  return event;
}

const undoing = (eventId: string, stream: string, by = admin) =>
  by.post(`/api/admin/history/${eventId}/undo`, { stream });

async function undo(member: SignedIn, type: string) {
  const stream = userStream(member);
  return undoing((await latest(stream, type)).eventId, stream);
}

const walletsOf = async (member: SignedIn) =>
  (await app.events(userStream(member))).filter(({ type }) => type.startsWith('Wallet'));

describe('undoing from the history', () => {
  it('appends events that name the undone one, its cause and the administrator', async () => {
    const ada = await app.register('ada');
    await admin.call('PATCH', `/api/admin/users/${ada.id}/type`, { userType: 'Charity' });
    const changed = await latest(userStream(ada), 'UserTypeChanged');
    const answer = await undoing(changed.eventId.toUpperCase(), userStream(ada));
    expect(answer.status).toBe(204);
    const back = await latest(userStream(ada), 'UserTypeChanged');
    expect(back).toMatchObject({
      data: { userType: 'General User' },
      metadata: { actorId: 1, causationId: changed.eventId, undoes: changed.eventId },
    });
    expect(answer.headers.get('x-position')).toBe(String(back.position));
    const { length } = await app.events(userStream(ada));
    expect(await undoing(changed.eventId, userStream(ada))).toMatchObject({ status: 204 });
    expect(await app.events(userStream(ada))).toHaveLength(length);
  });

  it('lists a wallet again with its id and date, and claims its address again', async () => {
    const [bob, eve] = [await app.register('bob'), await app.register('eve')];
    const address = newAddress();
    const { body } = await bob.post('/api/user/wallets', { network: 'PMCW', address });
    const added = await latest(userStream(bob), 'WalletAdded');
    await admin.call('DELETE', `/api/admin/users/${bob.id}/wallets/${String(body.id)}`);
    expect((await undo(bob, 'WalletRemoved')).status).toBe(204);
    expect((await walletsOf(bob)).at(-1)).toMatchObject({
      type: 'WalletRestored',
      data: { ...added.data, walletId: body.id, addedAt: added.metadata.time },
    });
    expect((await eve.post('/api/user/wallets', { network: 'PMCW', address })).body.code).toBe(
      'wallet_taken',
    );
  });

  it('is refused, changing nothing, if another member lists the address now', async () => {
    const [cleo, dan] = [await app.register('cleo'), await app.register('dan')];
    const address = newAddress();
    const { body } = await cleo.post('/api/user/wallets', { network: 'PMCW', address });
    await cleo.call('DELETE', `/api/user/wallets/${String(body.id)}`);
    expect((await dan.post('/api/user/wallets', { network: 'PMCW', address })).status).toBe(201);
    const head = await app.eventStore.head();
    const refused = await undo(cleo, 'WalletRemoved');
    expect([refused.status, refused.body.code]).toEqual([409, 'wallet_taken']);
    expect(await app.eventStore.head()).toBe(head);
  });

  it('signs out a member who is suspended again', async () => {
    const fay = await app.register('fay');
    await admin.call('PATCH', `/api/admin/users/${fay.id}/suspend`, { isSuspended: true });
    await admin.call('PATCH', `/api/admin/users/${fay.id}/suspend`, { isSuspended: false });
    const again = await app.withSession(fay.id);
    expect((await undo(fay, 'UserUnsuspended')).status).toBe(204);
    const edited = await again.call('PATCH', '/api/user/profile', { fullName: 'Fay again' });
    expect(edited.body.code).toBe('not_signed_in');
  });

  it('restores settings', async () => {
    await admin.call('PATCH', '/api/admin/settings', { tokenSupply: 77 });
    const { eventId } = await latest('settings', 'SettingsChanged');
    // The previous address may receive payments, too.
    await app.age(1, 6);
    expect((await undoing(eventId, 'settings')).body.code).toBe('fresh_proof_required');
    await admin.post('/api/user/fresh-proof', { password: adminPassword });
    expect((await undoing(eventId, 'settings')).status).toBe(204);
    expect(await latest('settings', 'SettingsChanged')).toMatchObject({ data: { tokenSupply: 10_000 } });
  });

  it('decides again after a concurrent append, and undoes once', async () => {
    const gus = await app.register('gus');
    await admin.call('PATCH', `/api/admin/users/${gus.id}/authorize`, { isAuthorized: true });
    const { eventId } = await latest(userStream(gus), 'UserVerified');
    const answers = await Promise.all([1, 2, 3].map(() => undoing(eventId, userStream(gus))));
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
    const undone = (await app.events(userStream(gus))).filter(({ metadata }) => metadata.undoes === eventId);
    expect(undone.map(({ type }) => type)).toEqual(['UserUnverified', 'TokensSet']);
  });

  it.each([
    'user-0',
    'user-999999',
    'message-x',
    'inbox-1',
    'nothing',
    'notification-none',
    'case-profile-7',
  ])('finds nothing to undo in %s', async (stream) => {
    const { status, body } = await undoing('00000000-0000-7000-8000-000000000000', stream);
    expect(['not_found', 'not_undoable']).toContain(body.code);
    expect(status).toBe(body.code === 'not_found' ? 404 : 409);
  });
});
