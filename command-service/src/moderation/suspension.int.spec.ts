import { texts } from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Browser, SignedIn } from '../../test/browser.ts';
import { refusal } from '../../test/refusal.ts';
import { type Process, password, type Running, run, userStream } from '../../test/running.ts';

let app: Running;
let other: Process;
let admin: SignedIn;
let bea: SignedIn;
beforeAll(async () => {
  app = await run();
  other = await app.another();
  [admin, bea] = await Promise.all([app.administrator(), app.register('bea')]);
});
afterAll(() => app.stop());
afterEach(() => void vi.restoreAllMocks());

const { refusals } = texts;
const suspended = refusal(403, 'suspended', refusals.suspended);
const suspend = ({ id }: { readonly id: number }, isSuspended = true, by: Browser = admin) =>
  by.call('PATCH', `/api/admin/users/${id}/suspend`, { isSuspended });
const rename = (by: Browser, fullName: string) => by.call('PATCH', '/api/user/profile', { fullName });
const tokenOf = (browser: Browser) => browser.cookies.get('session') ?? '';
const signIn = (username: string, given = password, browser = app.browser()) =>
  browser.post('/api/login', { username, password: given });
const eventsOf = (member: { readonly id: number }) => app.events(userStream(member));

describe('PATCH /api/admin/users/{id}/suspend', () => {
  it('appends one event and ends all sessions, on all processes', async () => {
    const member = await app.register('ada');
    const elsewhere = await app.withSession(member.id, other);
    expect(await rename(elsewhere, 'Still Here')).toMatchObject({ status: 200 });
    const ended: unknown[] = [];
    const stop = other.vault.sessions.onEnded(({ userId, reason }) => ended.push({ userId, reason }));
    const answer = await suspend(member);
    expect(answer).toMatchObject({ status: 200, body: { id: member.id, isSuspended: true } });
    expect((await eventsOf(member)).at(-1)).toMatchObject({
      type: 'UserSuspended',
      metadata: { actorId: admin.id },
      position: BigInt(answer.headers.get('x-position') ?? -1),
    });
    expect(await app.vault.sessions.find(tokenOf(member))).toBeNull();
    await expect.poll(() => other.vault.sessions.find(tokenOf(elsewhere))).toBeNull();
    const told = { userId: member.id, reason: 'suspended' };
    await expect.poll(() => ended).toEqual([told, told]);
    stop();
    expect(await rename(member, 'Back Again')).toMatchObject(
      refusal(401, 'not_signed_in', refusals.notSignedIn),
    );
  });

  it('appends no second event', async () => {
    const member = await app.register('twice');
    const first = await suspend(member);
    const again = await suspend(member);
    expect(again).toMatchObject({ status: 200, body: { isSuspended: true } });
    expect(again.headers.get('x-position')).toBe(first.headers.get('x-position'));
    expect(await eventsOf(member)).toHaveLength(2);
  });

  it('signs the member out even if the process died right after the event', async () => {
    const member = await app.register('crashed');
    const elsewhere = await app.withSession(member.id, other);
    const ended: unknown[] = [];
    const stop = other.vault.sessions.onEnded(({ userId, reason }) => ended.push({ userId, reason }));
    // This process can do nothing more.
    vi.spyOn(app.vault.sessions, 'endAll').mockRejectedValue(new Error('the process died'));
    expect(await suspend(member)).toMatchObject(refusal(500, 'internal', refusals.unexpected));
    for (const { cookies } of [member, elsewhere]) {
      const token = cookies.get('session') ?? '';
      await expect.poll(() => app.vault.sessions.find(token)).toBeNull();
    }
    const told = { userId: member.id, reason: 'suspended' };
    await expect.poll(() => ended).toEqual([told, told]);
    stop();
    expect((await eventsOf(member)).map(({ type }) => type)).toEqual(['UserRegistered', 'UserSuspended']);
  });

  it('is finished by the next start if the only process died right after the event', async () => {
    const site = await run();
    try {
      const member = await site.register('alone');
      const returned = await site.register('returned');
      vi.spyOn(site.vault.sessions, 'endAll').mockRejectedValue(new Error('the process died'));
      const by = await site.administrator();
      for (const { id } of [member, returned])
        expect(await suspend({ id }, true, by)).toMatchObject({ status: 500 });
      expect(await suspend(returned, false, by)).toMatchObject({ status: 200 });
      expect(await site.vault.sessions.find(tokenOf(member))).not.toBeNull();
      const next = await site.another();
      await expect.poll(() => next.vault.sessions.find(tokenOf(member))).toBeNull();
      // By the current log: a reinstated member stays signed in.
      expect(await next.vault.sessions.find(tokenOf(returned))).not.toBeNull();
    } finally {
      await site.stop();
    }
  });

  it('can be repeated', async () => {
    const member = await app.register('sent_again');
    await suspend(member);
    const left = await app.withSession(member.id);
    expect(await suspend(member)).toMatchObject({ status: 200 });
    expect(await app.vault.sessions.find(tokenOf(left))).toBeNull();
  });

  it('is refused for member 1', async () => {
    const head = await app.eventStore.head();
    expect(await suspend({ id: 1 })).toMatchObject(
      refusal(403, 'protected_member', refusals.protectedMember),
    );
    expect(await app.eventStore.head()).toBe(head);
    expect(await app.vault.sessions.find(tokenOf(admin))).not.toBeNull();
  });

  it('reinstates the member on all processes at once', async () => {
    const member = await app.register('returned');
    await suspend(member);
    const answer = await suspend(member, false);
    expect(answer).toMatchObject({ status: 200, body: { isSuspended: false } });
    expect(await rename(await app.withSession(member.id, other), 'Returned')).toMatchObject({ status: 200 });
    expect(await signIn('returned')).toMatchObject({ status: 200, body: { isSuspended: false } });
  });
});

describe('signing in while suspended', () => {
  it('reveals the reason only with the right password, and starts no session', async () => {
    const member = await app.register('outside');
    await suspend(member);
    const starting = vi.spyOn(app.vault.sessions, 'startProved');
    for (const name of ['outside', 'outside@example.org']) {
      const refused = await signIn(name);
      expect(refused).toMatchObject(suspended);
      expect(refused.headers.getSetCookie().filter((line) => line.startsWith('session='))).toEqual([]);
      expect(await signIn(name, 'wrong')).toMatchObject(
        refusal(401, 'wrong_credentials', refusals.wrongCredentials),
      );
    }
    expect(starting).not.toHaveBeenCalled();
  });

  it('leaves no session after a suspension at the same moment', async () => {
    const member = await app.register('racing');
    const start = app.vault.sessions.startProved.bind(app.vault.sessions);
    let token = '';
    vi.spyOn(app.vault.sessions, 'startProved').mockImplementationOnce(async (proof) => {
      // Completed, so that the session starts after all others ended.
      expect(await suspend(member, true, await app.withSession(admin.id, other))).toMatchObject({
        status: 200,
      });
      const started = await start(proof);
      token = started?.token ?? '';
      return started;
    });
    const browser = app.browser();
    expect(await signIn('racing', password, browser)).toMatchObject(suspended);
    expect(tokenOf(browser)).toBe('');
    expect(token).not.toBe('');
    expect(await app.vault.sessions.find(token)).toBeNull();
  });
});

describe('messages and suspension', () => {
  const text = (receiverId: number | null, id = uuidv7()) =>
    ({ type: 'SendMessage', messageType: 'text', voiceUrl: null, id, receiverId, content: 'Hello' }) as const;
  const context = (actorId: number) => ({ actorId, correlationId: 'a-frame-of-a-spec' });

  it.each(['app', 'other'])('refuses frames of a suspended member, at %s', async (where) => {
    const member = await app.register(`frames_${where}`);
    const at = where === 'app' ? app : other;
    await at.service.dispatch(text(bea.id), context(member.id));
    await suspend(member);
    const refused = { code: 'suspended', message: refusals.suspended };
    const last = text(bea.id);
    await expect
      .poll(() => at.service.dispatch(text(null), context(member.id)).catch((error: unknown) => error))
      .toMatchObject(refused);
    await expect(at.service.dispatch(last, context(member.id))).rejects.toMatchObject(refused);
    const mark = { type: 'MarkRead', peerId: bea.id, upTo: null } as const;
    await expect(at.service.dispatch(mark, context(member.id))).rejects.toMatchObject(refused);
    expect(await app.events(streams.message(last.id))).toEqual([]);
  });

  it('refuses messages to a suspended member, with the reason', async () => {
    const member = await app.register('receiver');
    await suspend(member);
    const { type: _, ...body } = text(member.id);
    const refused = await bea.post('/api/messages', body);
    expect(refused).toMatchObject(refusal(409, 'member_suspended', refusals.suspendedMember));
    await expect(
      app.service.dispatch({ type: 'SendMessage', ...body }, context(bea.id)),
    ).rejects.toMatchObject({
      code: 'member_suspended',
      message: refusals.suspendedMember,
    });
    expect(await app.events(streams.message(body.id))).toEqual([]);
    await suspend(member, false);
    expect(await bea.post('/api/messages', body)).toMatchObject({ status: 201 });
  });

  it('returns the first result for a repeat, even if the receiver was suspended since', async () => {
    const member = await app.register('repeated');
    const { type: _, ...body } = text(member.id);
    const { type: __, ...takenBack } = text(member.id);
    const first = await bea.post('/api/messages', body);
    await bea.post('/api/messages', takenBack);
    await bea.call('DELETE', `/api/messages/${takenBack.id}`);
    await suspend(member);
    const again = await bea.post('/api/messages', body);
    expect(again.status).toBe(200);
    expect(again.body).toEqual(first.body);
    expect(await bea.post('/api/messages', { ...body, content: 'Other' })).toMatchObject(
      refusal(409, 'message_id_taken', refusals.messageIdTaken),
    );
    expect(await bea.post('/api/messages', takenBack)).toMatchObject(
      refusal(410, 'message_deleted', refusals.messageDeleted),
    );
    expect(await bea.post(`/api/messages/read/${member.id}`)).toMatchObject({ status: 204 });
  });
});

describe('suspending a member at one process while they write at both', () => {
  it('is followed by none of their events, whatever their sessions', async () => {
    const member = await app.register('busy_writer');
    async function write(at: Process, writer: number): Promise<number> {
      for (let n = 0; n < 1000; n += 1) {
        const browser = await app.withSession(member.id, at);
        const { status } = await rename(browser, `Name ${writer} ${n}`);
        if (status === 403) return n;
        // 401: the session was ended; 409: other appends came first too often.
        expect([200, 401, 409]).toContain(status);
      }
      throw new Error('Nothing was refused');
    }
    const writing = Promise.all([app, other, app, other].map((at, writer) => write(at, writer)));
    await expect.poll(async () => (await eventsOf(member)).length).toBeGreaterThan(10);
    const [suspended] = await Promise.all([suspend(member), writing]);
    expect(suspended).toMatchObject({ status: 200 });
    const types = (await eventsOf(member)).map(({ type }) => type);
    expect(types.indexOf('UserSuspended')).toBe(types.length - 1);
  });

  it('accepts no message after the first refusal', async () => {
    const member = await app.register('busy_sender');
    const outcomes: string[] = [];
    const send = async (at: Process) => {
      const command = {
        type: 'SendMessage',
        messageType: 'text',
        voiceUrl: null,
        id: uuidv7(),
        receiverId: bea.id,
        content: 'More',
      } as const;
      const context = { actorId: member.id, correlationId: 'a-frame-of-a-spec' };
      await at.service.dispatch(command, context).then(
        () => outcomes.push('sent'),
        (error: unknown) => {
          expect(error).toMatchObject({ code: 'suspended' });
          outcomes.push('refused');
        },
      );
    };
    const sending = (async () => {
      while (outcomes.slice(-20).filter((outcome) => outcome === 'refused').length < 20) await send(other);
    })();
    await expect.poll(() => outcomes.length).toBeGreaterThan(5);
    await suspend(member);
    await sending;
    expect(outcomes[0]).toBe('sent');
    expect(outcomes.lastIndexOf('sent')).toBeLessThan(outcomes.indexOf('refused'));
  });
});
