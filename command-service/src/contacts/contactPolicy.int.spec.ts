import { limits } from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import { silent } from '@pmcw/resilience';
import { eventually } from '@pmcw/testing/eventually';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Browser, SignedIn } from '../../test/browser.ts';
import { refusal } from '../../test/refusal.ts';
import { type Running, run } from '../../test/running.ts';
import { KnownPeers } from './knownPeers.ts';

let app: Running;
let names = 0;
beforeAll(async () => {
  app = await run();
});
afterAll(() => app.stop());

function member(at: Running = app): Promise<SignedIn> {
  names += 1;
  return at.register(`picky_${names}`);
}
const write = (from: Browser, to: Pick<SignedIn, 'id'>, id: string = uuidv7()) =>
  from.post('/api/messages', { id, receiverId: to.id, content: 'Hello' });
const choose = (who: SignedIn, policy: string) => who.call('PUT', '/api/user/contact-policy', { policy });
const notReceived = refusal(403, 'not_received', "This member can't receive your messages.");

/** Whether a message was sent as one to a member who does not know its sender. */
async function isRequest(id: string): Promise<boolean | undefined> {
  const [sent] = await app.events(streams.message(id));
  return sent?.type === 'MessageSent' ? sent.data.isRequest : undefined;
}

describe('a conversation with a member', () => {
  it('can be started by everyone, until they choose otherwise', async () => {
    const [ada, bob] = [await member(), await member()];
    expect(await write(bob, ada)).toMatchObject({ status: 201 });
    const answer = await choose(ada, 'nobody');
    expect([answer.status, answer.body]).toEqual([200, { policy: 'nobody' }]);
    expect(await write(await member(), ada)).toMatchObject(notReceived);
    await choose(ada, 'everyone');
    expect(await write(await member(), ada)).toMatchObject({ status: 201 });
  });

  it('can be started by verified members only, if they chose so', async () => {
    const [ada, bob] = [await member(), await member()];
    await choose(ada, 'verified');
    expect(await write(bob, ada)).toMatchObject(notReceived);
    const admin = await app.administrator();
    await admin.call('PATCH', `/api/admin/users/${bob.id}/authorize`, { isAuthorized: true });
    expect(await write(bob, ada)).toMatchObject({ status: 201 });
  });

  it('continues with those they wrote to, whatever they choose', async () => {
    const [ada, bob] = [await member(), await member()];
    await choose(ada, 'nobody');
    expect(await write(ada, bob)).toMatchObject({ status: 201 });
    expect(await write(bob, ada)).toMatchObject({ status: 201 });
  });

  it('does not continue with those they never answered', async () => {
    const [ada, bob] = [await member(), await member()];
    await write(bob, ada);
    await choose(ada, 'nobody');
    expect(await write(bob, ada)).toMatchObject(notReceived);
  });

  it('is chosen once: a repeat leaves no event', async () => {
    const ada = await member();
    await choose(ada, 'verified');
    await choose(ada, 'verified');
    const types = (await app.events(streams.user(ada.id))).map(({ type }) => type);
    expect(types.filter((type) => type === 'ContactPolicyChanged')).toHaveLength(1);
  });
});

describe('a message', () => {
  it('says whether the receiver did not know its sender', async () => {
    const [ada, bob] = [await member(), await member()];
    const ids = [uuidv7(), uuidv7(), uuidv7(), uuidv7()] as const;
    await write(bob, ada, ids[0]);
    await write(bob, ada, ids[1]);
    await write(ada, bob, ids[2]);
    await write(bob, ada, ids[3]);
    expect(await Promise.all(ids.map(isRequest))).toEqual([true, true, false, false]);
  });

  it('costs a look-up if the receiver does not know its sender, which others of the moment share', async () => {
    const { eventStore, vault } = app;
    const knownPeers = new KnownPeers({ eventStore, vault, logger: silent });
    const lookUps = vi.spyOn(vault.acquaintances, 'known');
    const peers = Array.from({ length: 20 }, (_, n) => n + 1_000);
    await Promise.all(peers.map((peer) => knownPeers.isKnown([peer, 1])));
    expect(lookUps.mock.calls).toEqual([[peers.map((peer) => [peer, 1])]]);
    lookUps.mockRestore();
  });

  it('of an earlier release made both members known to each other', async () => {
    const [ada, bob] = [await member(), await member()];
    const messageId = uuidv7();
    const data = { messageId, senderId: ada.id, receiverId: bob.id, content: 'Hello' } as const;
    const metadata = { actorId: ada.id, correlationId: uuidv7(), causationId: uuidv7() };
    await app.eventStore.append(streams.message(messageId), 'no-stream', [
      {
        type: 'MessageSent',
        data: { ...data, messageType: 'text', voiceHash: null, voiceSeconds: null },
        eventId: uuidv7(),
        metadata: { ...metadata, time: new Date().toISOString() },
      },
    ]);
    await choose(ada, 'nobody');
    expect(await write(bob, ada)).toMatchObject(notReceived);
    // As after an upgrade.
    const later = await app.another();
    const sender = await app.withSession(bob.id, later);
    await eventually(async () => expect(await write(sender, ada)).toMatchObject({ status: 201 }));
  });

  it('leaves nothing of a member who left, on either side', async () => {
    const [ada, bob] = [await member(), await member()];
    await write(ada, bob);
    await write(bob, ada);
    const known = () =>
      app.vault.acquaintances.known([
        [ada.id, bob.id],
        [bob.id, ada.id],
      ]);
    expect(await known()).toHaveLength(2);
    await app.vault.forgetMember(ada.id);
    expect(await known()).toEqual([]);
    await app.vault.acquaintances.add([
      [ada.id, bob.id],
      [bob.id, ada.id],
    ]);
    expect(await known()).toEqual([]);
  });
});

describe('conversations that a new account starts', () => {
  let limited: Running;
  beforeAll(async () => {
    limited = await run({ rateLimits: 'on' });
  });
  afterAll(() => limited.stop());

  /** Without a request, because an address can register 20 members per hour. */
  async function registered(): Promise<{ readonly id: number }> {
    const id = await limited.vault.userIds.next();
    const data = { userId: id, username: `quiet_${id}`, fullName: '', email: '', telegramHandle: '' };
    const metadata = { actorId: id, correlationId: uuidv7(), causationId: uuidv7() };
    await limited.eventStore.append(streams.user(id), 'no-stream', [
      {
        type: 'UserRegistered',
        data: { ...data, userType: 'General User' },
        eventId: uuidv7(),
        metadata: { ...metadata, time: new Date().toISOString() },
      },
    ]);
    return { id };
  }

  it('are 20 a day, answers and further messages not counted, and unlimited after a week', async () => {
    const [ada, known] = [await member(limited), await member(limited)];
    await write(known, ada);
    expect(await write(ada, known)).toMatchObject({ status: 201 });
    const started = await Promise.all(
      Array.from({ length: limits.conversationsPerDay + 1 }, () => registered()),
    );
    const last = started.pop();
    if (last === undefined) throw new Error('There is a last one');
    for (const receiver of started) expect(await write(ada, receiver)).toMatchObject({ status: 201 });
    for (const receiver of started) expect(await write(ada, receiver)).toMatchObject({ status: 201 });
    const tooMany = refusal(
      403,
      'too_many_conversations',
      'In its first week, an account can start 20 conversations a day. Send this again tomorrow.',
    );
    const id = uuidv7();
    expect(await write(ada, last, id)).toMatchObject(tooMany);
    expect(await write(ada, last, id)).toMatchObject(tooMany);
    const dayMs = 86_400_000;
    await limited.pass(dayMs);
    expect(await write(ada, last, id)).toMatchObject({ status: 201 });
    await limited.pass(limits.newAccountDays * dayMs);
    const session = await limited.withSession(ada.id);
    for (let sent = 0; sent <= limits.conversationsPerDay; sent += 1)
      expect(await write(session, await registered())).toMatchObject({ status: 201 });
  });
});
