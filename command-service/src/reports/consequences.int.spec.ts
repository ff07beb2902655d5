import { streams } from '@pmcw/contracts/events';
import { LogUnavailableError } from '@pmcw/event-store';
import { eventually } from '@pmcw/testing/eventually';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Browser, SignedIn } from '../../test/browser.ts';
import { dataUrl, webmAudio } from '../../test/recordings.ts';
import { caseOf, caseOfMessage, closeCase, message, profile, report, sent } from '../../test/reports.ts';
import { type Process, type Running, run, userStream } from '../../test/running.ts';

let app: Running;
let other: Process;
let admin: SignedIn;
let names = 0;
beforeAll(async () => {
  app = await run();
  // Both carry out all decisions.
  other = await app.another();
  admin = await app.administrator();
});
afterAll(() => app.stop());
afterEach(() => void vi.restoreAllMocks());

async function members(count: number, at: Running = app): Promise<SignedIn[]> {
  const made: SignedIn[] = [];
  while (made.length < count) {
    names += 1;
    made.push(await at.register(`decided_${names}`));
  }
  return made;
}
/** The reported member and two reporters. */
async function trio(at: Running = app): Promise<readonly [SignedIn, SignedIn, SignedIn]> {
  const [ada, bob, cleo] = await members(3, at);
  if (ada === undefined || bob === undefined || cleo === undefined) throw new Error('There are three');
  return [ada, bob, cleo];
}

/** Resolves once these processes have carried out all decisions. */
async function carriedOut(at: Running = app, ...processes: readonly Process[]): Promise<void> {
  const { position } = (await at.eventStore.readAll(0n, { types: ['CaseClosed'] })).events.at(-1) ?? {};
  await eventually(() => {
    for (const { service } of processes.length > 0 ? processes : [at, other])
      expect(service.followers.reports().position).toBeGreaterThanOrEqual(position ?? 0n);
  });
}

/** Closes a case, and resolves once all processes have carried that out. @returns the event */
async function decide(caseId: string, outcome: string, by: Browser = admin) {
  expect(await closeCase(by, caseId, outcome)).toMatchObject({ status: 204 });
  await carriedOut();
  return lastOf(streams.case(caseId), 'CaseClosed');
}

async function lastOf(stream: string, type: string, at: Running = app) {
  const event = (await at.events(stream)).findLast((each) => each.type === type);
  if (event === undefined) throw new Error(`There is no ${type}`);
  return event;
}
const noticesOf = async (member: SignedIn, at: Running = app) =>
  (await at.events(userStream(member))).filter(({ type }) =>
    ['MemberWarned', 'WarningWithdrawn', 'ReportAnswered'].includes(type),
  );
const undo = ({ stream, eventId }: { readonly stream: string; readonly eventId: string }) =>
  admin.post(`/api/admin/history/${eventId}/undo`, { stream });

describe('a decision about reports', () => {
  it.each(['dismissed', 'warned', 'suspended'])('%s is answered once to each reporter', async (outcome) => {
    const [ada, bob, cleo] = await trio();
    for (const by of [bob, cleo]) await report(by, profile(ada));
    const closed = await decide(caseOf(ada), outcome);
    for (const reporter of [bob, cleo])
      expect(await noticesOf(reporter)).toMatchObject([
        {
          type: 'ReportAnswered',
          data: { userId: reporter.id, caseId: caseOf(ada), outcome },
          metadata: {
            actorId: null,
            causationId: closed.eventId,
            correlationId: closed.metadata.correlationId,
          },
        },
      ]);
    const about = (await noticesOf(ada)).map(({ type }) => type);
    expect(about).toEqual(outcome === 'warned' ? ['MemberWarned'] : []);
  });

  it('of a warning has its reason, cause and administrator, and no reporter', async () => {
    const [ada, bob] = await trio();
    await report(bob, profile(ada), { text: 'Seen by bob' });
    const { eventId, metadata } = await decide(caseOf(ada), 'warned');
    const [warned] = await noticesOf(ada);
    expect(warned?.data).toEqual({ userId: ada.id, caseId: caseOf(ada), reason: 'Seen' });
    expect(warned?.metadata).toMatchObject({
      ...{ actorId: admin.id, causationId: eventId, correlationId: metadata.correlationId },
    });
  });

  it('suspends the member once and ends their sessions', async () => {
    const [ada, bob] = await trio();
    await report(bob, profile(ada));
    const { eventId } = await decide(caseOf(ada), 'suspended');
    const suspended = (await app.events(userStream(ada))).filter(({ type }) => type === 'UserSuspended');
    expect(suspended).toMatchObject([{ metadata: { actorId: admin.id, causationId: eventId } }]);
    expect(await app.vault.sessions.find(ada.cookies.get('session') ?? '')).toBeNull();
  });

  it('removes a message once', async () => {
    const [ada, bob, cleo] = await trio();
    const messageId = await message(ada, null);
    for (const by of [bob, cleo]) await report(by, sent(messageId));
    const { eventId } = await decide(caseOfMessage(messageId), 'message_removed');
    expect((await app.events(streams.message(messageId))).slice(1)).toMatchObject([
      {
        type: 'MessageDeleted',
        data: { isRemoval: true },
        metadata: { actorId: admin.id, causationId: eventId },
      },
    ]);
    expect(await noticesOf(ada)).toEqual([]);
    expect(await noticesOf(cleo)).toHaveLength(1);
  });

  it('answers the reporters of its own round only', async () => {
    const [ada, bob, cleo] = await trio();
    await report(bob, profile(ada));
    await decide(caseOf(ada), 'dismissed');
    await report(cleo, profile(ada));
    await decide(caseOf(ada), 'warned');
    expect((await noticesOf(bob)).map(({ data }) => data)).toMatchObject([{ outcome: 'dismissed' }]);
    expect((await noticesOf(cleo)).map(({ data }) => data)).toMatchObject([{ outcome: 'warned' }]);
  });

  it('that fails for members who left has its other consequences', async () => {
    const [ada, bob, cleo] = await trio();
    const messageId = await message(ada, null);
    for (const by of [bob, cleo]) await report(by, sent(messageId));
    await bob.call('DELETE', '/api/user/account');
    await ada.call('DELETE', `/api/messages/${messageId}`);
    await decide(caseOfMessage(messageId), 'message_removed');
    expect(await noticesOf(cleo)).toHaveLength(1);
    expect(await app.events(streams.message(messageId))).toHaveLength(2);
  });
});

describe('a crash', () => {
  it('before the consequences delays them until the next start', async () => {
    const site = await run();
    try {
      const [ada, bob, cleo] = await trio(site);
      for (const by of [bob, cleo]) await report(by, profile(ada));
      // The routes still answer.
      await site.service.close();
      const closed = await closeCase(await site.administrator(), caseOf(ada), 'warned');
      expect(closed).toMatchObject({ status: 204 });
      expect(await site.eventStore.head()).toBe(BigInt(closed.headers.get('x-position') ?? -1));
      await carriedOut(site, await site.another());
      for (const each of [ada, bob, cleo]) expect(await noticesOf(each, site)).toHaveLength(1);
    } finally {
      await site.stop();
    }
  });

  it('half-way loses and repeats none', async () => {
    const [ada, bob, cleo] = await trio();
    for (const by of [bob, cleo]) await report(by, profile(ada));
    for (const { eventStore } of [app, other]) {
      const append = eventStore.append.bind(eventStore);
      let failures = 2;
      vi.spyOn(eventStore, 'append').mockImplementation((stream, ...rest) => {
        if (stream !== userStream(cleo) || failures === 0) return append(stream, ...rest);
        failures -= 1;
        return Promise.reject(new LogUnavailableError('away'));
      });
    }
    await decide(caseOf(ada), 'warned');
    for (const each of [ada, bob, cleo]) expect(await noticesOf(each)).toHaveLength(1);
  });

  it('of a process that had noted nothing repeats none, and suspends no reinstated member', async () => {
    const [ada, bob] = await trio();
    await report(bob, profile(ada));
    await decide(caseOf(ada), 'suspended');
    await undo(await lastOf(userStream(ada), 'UserSuspended'));
    const { cookies } = await app.withSession(ada.id);
    // As before the first decision. The other processes write none, as they follow nothing new.
    await app.vault.bookmarks.set('reports', { engine: app.eventStore.engine, position: 0n });
    const head = await app.eventStore.head();
    await carriedOut(app, await app.another());
    expect(await app.eventStore.head()).toBe(head);
    expect(await app.vault.sessions.find(cookies.get('session') ?? '')).not.toBeNull();
  });
});

describe('undoing', () => {
  it('a decision opens the case again, and leaves its consequences', async () => {
    const [ada, bob] = await trio();
    await report(bob, profile(ada));
    const closed = await decide(caseOf(ada), 'warned');
    expect(await undo(closed)).toMatchObject({ status: 204 });
    expect(await lastOf(closed.stream, 'CaseReopened')).toMatchObject({
      data: { caseId: caseOf(ada), memberId: ada.id },
      metadata: { actorId: admin.id, undoes: closed.eventId, causationId: closed.eventId },
    });
    expect((await noticesOf(ada)).map(({ type }) => type)).toEqual(['MemberWarned']);
    await decide(caseOf(ada), 'dismissed');
    expect((await noticesOf(bob)).map(({ data }) => data)).toMatchObject([
      { outcome: 'warned' },
      { outcome: 'dismissed' },
    ]);
  });

  it('a warning notifies the member', async () => {
    const [ada, bob] = await trio();
    await report(bob, profile(ada));
    await decide(caseOf(ada), 'warned');
    const warned = await lastOf(userStream(ada), 'MemberWarned');
    for (const _ of ['once', 'again']) expect(await undo(warned)).toMatchObject({ status: 204 });
    expect((await noticesOf(ada)).slice(1)).toMatchObject([
      { type: 'WarningWithdrawn', data: { caseId: caseOf(ada) }, metadata: { undoes: warned.eventId } },
    ]);
  });

  it('a suspension reinstates the member', async () => {
    const [ada, bob] = await trio();
    await report(bob, profile(ada));
    await decide(caseOf(ada), 'suspended');
    await undo(await lastOf(userStream(ada), 'UserSuspended'));
    expect((await app.events(userStream(ada))).at(-1)).toMatchObject({ type: 'UserUnsuspended' });
  });

  it('a removal brings the message back as it was, with its recording', async () => {
    const [ada, bob] = await trio();
    const recording = { messageType: 'voice', voiceUrl: dataUrl(webmAudio), content: '' };
    const messageId = await message(ada, null, recording);
    await report(bob, sent(messageId));
    await decide(caseOfMessage(messageId), 'message_removed');
    const stream = streams.message(messageId);
    const removed = await lastOf(stream, 'MessageDeleted');
    for (const _ of ['once', 'again']) expect(await undo(removed)).toMatchObject({ status: 204 });
    const [said, , ...since] = await app.events(stream);
    expect(since).toMatchObject([
      {
        type: 'MessageRestored',
        data: { ...said?.data, sentPosition: String(said?.position), sentAt: said?.metadata.time },
        metadata: { actorId: admin.id, undoes: removed.eventId },
      },
    ]);
    const hash = said?.type === 'MessageSent' ? (said.data.voiceHash ?? '') : '';
    expect(await app.vault.media.describe(hash)).not.toBeNull();
    // A retry of its sender, who lost the first answer.
    const again = await ada.post('/api/messages/global', { id: messageId, ...recording });
    expect(again).toMatchObject({ status: 200, body: { position: String(said?.position) } });
    await ada.call('DELETE', `/api/messages/${messageId}`);
    expect(await app.vault.media.describe(hash)).toBeNull();
  });

  it.each(['sender', 'receiver'])('a removal is refused once its %s is deleted', async (whose) => {
    const [ada, bob] = await trio();
    const messageId = await message(ada, bob);
    await report(bob, sent(messageId));
    await decide(caseOfMessage(messageId), 'message_removed');
    await (whose === 'sender' ? ada : bob).call('DELETE', '/api/user/account');
    const removed = await lastOf(streams.message(messageId), 'MessageDeleted');
    expect(await undo(removed)).toMatchObject({ status: 409, body: { code: 'changed_since' } });
    expect((await app.events(removed.stream)).at(-1)?.eventId).toBe(removed.eventId);
  });
});
