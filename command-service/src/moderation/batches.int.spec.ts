import { batchCorrelationId, batchHeader, texts } from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignedIn } from '../../test/browser.ts';
import { refusal } from '../../test/refusal.ts';
import { type Running, run } from '../../test/running.ts';

let app: Running;
let admin: SignedIn;
beforeAll(async () => {
  app = await run();
  admin = await app.administrator();
});
afterAll(() => app.stop());

const eventsOf = ({ id }: { readonly id: number }) => app.events(streams.user(id));
const inBatch = (batch: string, method: string, path: string, body: object) =>
  admin.call(method, path, body, { [batchHeader]: batch });
const authorize = (batch: string, { id }: SignedIn) =>
  inBatch(batch, 'PATCH', `/api/admin/users/${id}/authorize`, { isAuthorized: true });

describe('the requests of a batch', () => {
  it('share a correlation id that names the administrator, with an event per member', async () => {
    const [ada, bea] = [await app.register('ada_batch'), await app.register('bea_batch')];
    const batch = uuidv7();
    await authorize(batch, ada);
    await authorize(batch, bea);
    const suspending = `/api/admin/users/${bea.id}/suspend`;
    expect((await inBatch(batch, 'PATCH', suspending, { isSuspended: true })).status).toBe(200);
    const correlationId = batchCorrelationId(admin.id, batch);
    const made = [...(await eventsOf(ada)), ...(await eventsOf(bea))].filter(
      ({ metadata }) => metadata.correlationId === correlationId,
    );
    expect(made.map(({ type }) => type)).toEqual([
      ...['UserVerified', 'TokensSet'],
      ...['UserVerified', 'TokensSet', 'UserSuspended'],
    ]);
  });

  it('can be undone in a batch', async () => {
    const ada = await app.register('ada_undone');
    const batch = uuidv7();
    await authorize(batch, ada);
    const verified = (await eventsOf(ada)).find(({ type }) => type === 'UserVerified');
    const undoing = uuidv7();
    const path = `/api/admin/history/${verified?.eventId}/undo`;
    const answer = await inBatch(undoing, 'POST', path, { stream: streams.user(ada.id) });
    expect(answer.status).toBe(204);
    expect((await eventsOf(ada)).at(-1)?.metadata).toMatchObject({
      correlationId: batchCorrelationId(admin.id, undoing),
      undoes: verified?.eventId,
    });
  });

  it('must name it by a UUID of version 7', async () => {
    const ada = await app.register('ada_misnamed');
    expect(await authorize('all of them', ada)).toMatchObject(
      refusal(400, 'invalid_input', texts.refusals.invalidInput),
    );
    expect((await eventsOf(ada)).map(({ type }) => type)).toEqual(['UserRegistered']);
  });

  it('are each refused on their own', async () => {
    const [sue, ada] = [await app.register('sue_batch'), await app.register('ada_after')];
    await admin.call('PATCH', `/api/admin/users/${sue.id}/suspend`, { isSuspended: true });
    const batch = uuidv7();
    expect(await authorize(batch, sue)).toMatchObject(
      refusal(409, 'member_suspended', texts.refusals.suspendedMember),
    );
    expect((await authorize(batch, ada)).status).toBe(200);
  });
});

describe('the header of a batch', () => {
  it('does not join what members do to their own accounts', async () => {
    const ada = await app.register('ada_own');
    const edit = { fullName: 'Ada', bio: '', telegramHandle: '' };
    await ada.call('PATCH', '/api/user/profile', edit, { [batchHeader]: uuidv7() });
    expect((await eventsOf(ada)).at(-1)?.metadata.correlationId).not.toContain('batch');
  });
});
