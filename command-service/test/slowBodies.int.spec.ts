import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { problemSchema } from '@pmcw/contracts';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Browser, publicUrl, type SignedIn } from './browser.ts';
import { type Running, run } from './running.ts';

let app: Running;
let admin: SignedIn;
beforeAll(async () => {
  app = await run();
  admin = await app.administrator();
});
afterAll(() => app.stop());
afterEach(() => void vi.restoreAllMocks());

/** Starts to send a body; resolves once the service has admitted the sender. */
async function begin(by: Browser, method: string, path: string): Promise<ClientRequest> {
  const find = vi.spyOn(app.vault.sessions, 'find');
  const cookie = [...by.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { origin: publicUrl, 'content-type': 'application/json', cookie };
  const sending = request(app.url + path, { method, headers });
  sending.write('{');
  await expect.poll(() => find).toHaveBeenCalled();
  await Promise.all(find.mock.results.map(({ value }) => value));
  return sending;
}

/** Sends the rest; returns status and code of the answer. */
async function finish(sending: ClientRequest, rest: string) {
  sending.end(rest);
  const [response]: IncomingMessage[] = await once(sending, 'response');
  if (response === undefined) throw new Error('There is no answer');
  const body = await text(response);
  const code = response.statusCode === 401 ? v.parse(problemSchema, JSON.parse(body)).code : body;
  return [response.statusCode, code];
}

describe('a member who is signed out while their body arrives', () => {
  it.each([
    ['a member', 'PATCH', '/api/user/profile', '"fullName":"A thief"}'],
    ['a member who writes to all', 'POST', '/api/messages/global', '"content":"From a thief"}'],
    ['an administrator', 'PATCH', '/api/admin/settings', '"registrationOpen":false}'],
    ['an administrator, about themselves', 'PATCH', '/api/admin/users/1/type', '"userType":"Charity"}'],
  ])('can’t complete: %s', async (_, method, path, rest) => {
    const stolen = await app.withSession(admin.id);
    const sending = await begin(stolen, method, path);
    await app.vault.sessions.endAll(admin.id, 'password_changed');
    const head = await app.eventStore.head();
    expect(await finish(sending, rest)).toEqual([401, 'not_signed_in']);
    expect(await app.eventStore.head()).toBe(head);
  });

  it('is no longer an administrator once suspended', async () => {
    const second = await app.register('second');
    await app.service.grantAdministrator('second');
    const target = await app.register('target');
    const sending = await begin(second, 'PATCH', `/api/admin/users/${target.id}/suspend`);
    const first = await app.withSession(admin.id);
    await first.call('PATCH', `/api/admin/users/${second.id}/suspend`, { isSuspended: true });
    const head = await app.eventStore.head();
    expect(await finish(sending, '"isSuspended":true}')).toEqual([401, 'not_signed_in']);
    expect(await app.eventStore.head()).toBe(head);
  });

  it('can sign in with that very request', async () => {
    const member = await app.register('returning');
    const sending = await begin(member, 'POST', '/api/login');
    await app.vault.sessions.endAll(member.id, 'logout');
    const [status] = await finish(sending, '"username":"returning","password":"correct horse"}');
    expect(status).toBe(200);
  });
});
