import { eventually } from '@pmcw/testing/eventually';
import 'fake-indexeddb/auto';
import type { Message } from '@pmcw/contracts';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { applyChanges, applyDeletion, changeOf } from '../apply.ts';
import type { MemberDatabase, OutboxRow } from '../database.ts';
import { hurriedClock, ManualClock, messageAt, newDatabase, oneByOne, SharedLock } from '../forSpecs.ts';
import { type ConversationKey, isPending } from '../keys.ts';
import { Writer } from '../writer.ts';
import { cancelAllMessages, cancelMessage, editMessage } from './cancelling.ts';
import { requeueAll, requeueInterrupted, requeueWaiting, retryMessage } from './claims.ts';
import type { SendOutcome } from './outcome.ts';
import { enqueue } from './queue.ts';
import { OutboxWorker } from './worker.ts';

/** A server that accepts idempotently by id, unless the script says otherwise. */
class ScriptedServer {
  readonly accepted: Message[] = [];
  readonly attempts: string[] = [];
  readonly #script: ((accept: () => Message) => Promise<SendOutcome> | SendOutcome)[] = [];

  /** Scripts the next attempt; `accept` stores the message. */
  next(end: (accept: () => Message) => Promise<SendOutcome> | SendOutcome): this {
    this.#script.push(end);
    return this;
  }

  /** Ids of messages it was asked to delete. */
  readonly withdrawn: string[] = [];

  readonly send = async (row: OutboxRow): Promise<SendOutcome> => {
    if (row.task === 'withdraw') return this.#withdraw(row.id);
    this.attempts.push(row.content);
    const accept = () => this.#accept(row);
    const end = this.#script.shift();
    return end === undefined ? { kind: 'accepted', message: accept() } : end(accept);
  };

  /** Overrides the outcome of withdrawals. */
  withdraw: (() => SendOutcome) | null = null;

  #withdraw(id: string): SendOutcome {
    this.withdrawn.push(id);
    if (this.withdraw !== null) return this.withdraw();
    const at = this.accepted.findIndex((message) => message.id === id);
    if (at !== -1) this.accepted.splice(at, 1);
    return { kind: 'withdrawn', wasThere: at !== -1 };
  }

  #accept(row: OutboxRow): Message {
    const known = this.accepted.find(({ id }) => id === row.id);
    if (known !== undefined) return known;
    const position = this.accepted.length + 1;
    const receiverId = row.lane === 'global' ? 1 : Number(row.lane.slice('member:'.length));
    const { id, content } = row;
    const message = messageAt(position, { id, content, receiverId, isGlobal: row.lane === 'global' });
    this.accepted.push(message);
    return message;
  }
}

const passing: SendOutcome = { kind: 'passing', waitingFor: 'network' };
const refused: SendOutcome = { kind: 'refused', code: 'not_found', detail: 'No such member.' };

const sound = { bytes: new ArrayBuffer(4), mediaType: 'audio/webm', seconds: 1, peaks: [] } as const;

let db: MemberDatabase;
let clock: ManualClock;
let server: ScriptedServer;
let lock: SharedLock;
let workers: OutboxWorker[];
const onSignInNeeded = vi.fn();
const onRefused = vi.fn();
const errors: unknown[] = [];

beforeEach(() => {
  db = newDatabase();
  clock = new ManualClock();
  server = new ScriptedServer();
  lock = new SharedLock();
  workers = [];
  errors.length = 0;
  onSignInNeeded.mockClear();
  onRefused.mockClear();
});

afterEach(async () => {
  for (const worker of workers) worker.stop();
  await db.delete();
  expect(errors).toEqual([]);
});

function openTab(send = server.send, writer = new Writer(db, hurriedClock)): OutboxWorker {
  const onError = (error: unknown) => errors.push(error);
  const worker = new OutboxWorker({
    ...{ db, clock, locks: lock, courier: oneByOne(send), writer },
    ...{ onSignInNeeded, onRefused, onError },
  });
  workers.push(worker);
  worker.start();
  return worker;
}

const queueText = (text: string, conversation: ConversationKey = 'member:2', id = uuidv7()) =>
  enqueue(db, { conversation, id, text }, clock.now());

const deliveries = async () =>
  (await db.outbox.toArray()).map(({ content, delivery }) => [content, delivery.state]);
const thread = async () =>
  (await db.messages.where('conversation').equals('member:2').sortBy('order')).map(({ content }) => content);
const acceptedTexts = () => server.accepted.map(({ content }) => content);
const settled = () => eventually(async () => expect(await db.outbox.count()).toBe(0));
/** A row is stored as waiting before its timer runs: time that passes between is not counted. */
const rests = (ms: number) => eventually(() => expect(clock.waiting).toEqual([ms]));
const stands = (expected: unknown) => eventually(async () => expect(await deliveries()).toEqual(expected));

describe('sending', () => {
  it("shows the message at once, clears the draft, and adopts the server's order", async () => {
    await db.drafts.put({ conversation: 'member:2', id: 'any', text: 'hello' });
    const id = await queueText('hello');
    const pending = await db.messages.get(id);
    expect(pending?.content).toBe('hello');
    expect(isPending(pending?.order ?? '')).toBe(true);
    expect(await db.drafts.count()).toBe(0);
    expect((await db.conversations.get('member:2'))?.lastMessage?.id).toBe(id);
    openTab();
    await settled();
    expect((await db.messages.get(id))?.order).toBe('0000000000000000001');
  });

  it('sends a draft once, however often Enter is pressed', async () => {
    const id = uuidv7();
    await Promise.all([queueText('hello', 'member:2', id), queueText('hello', 'member:2', id)]);
    openTab();
    await settled();
    await queueText('hello', 'member:2', id);
    await settled();
    expect(acceptedTexts()).toEqual(['hello']);
    expect(await db.messages.count()).toBe(1);
  });

  it('loses neither text if two tabs share a draft and one changed it', async () => {
    const id = uuidv7();
    await queueText('as it was', 'member:2', id);
    const second = await queueText('as it was, and more', 'member:2', id);
    expect(second).not.toBe(id);
    openTab();
    await settled();
    expect(acceptedTexts()).toEqual(['as it was', 'as it was, and more']);
  });

  it("keeps a conversation's order while an earlier message waits, without blocking other conversations", async () => {
    server.next(() => passing);
    openTab();
    await queueText('one');
    await stands([['one', 'waiting']]);
    await queueText('two');
    await queueText('three');
    await queueText('elsewhere', 'global');
    await stands([
      ['one', 'waiting'],
      ['two', 'queued'],
      ['three', 'queued'],
    ]);
    expect(acceptedTexts()).toEqual(['elsewhere']);
    await rests(1000);
    clock.advance(1000);
    await settled();
    expect(acceptedTexts()).toEqual(['elsewhere', 'one', 'two', 'three']);
  });

  it('sends many conversations in parallel, four at a time, and finally all', async () => {
    let open = 0;
    let most = 0;
    let release: () => void = () => undefined;
    const fourAreOpen = new Promise<void>((resolve) => {
      release = resolve;
    });
    const send = async (row: OutboxRow) => {
      open += 1;
      most = Math.max(most, open);
      if (open === 4) release();
      await fourAreOpen;
      open -= 1;
      return server.send(row);
    };
    for (let peer = 2; peer < 12; peer += 1) {
      await queueText(`to ${peer}: one`, `member:${peer}`);
      await queueText(`to ${peer}: two`, `member:${peer}`);
    }
    openTab(send);
    await settled();
    expect(acceptedTexts()).toHaveLength(20);
    for (let peer = 2; peer < 12; peer += 1) {
      const texts = acceptedTexts().filter((text) => text.startsWith(`to ${peer}:`));
      expect(texts).toEqual([`to ${peer}: one`, `to ${peer}: two`]);
    }
    expect(most).toBe(4);
  });
});

describe('a lost answer', () => {
  it('is requested again with the same id, for one message', async () => {
    server.next((accept) => {
      accept();
      return passing;
    });
    openTab();
    const id = await queueText('hello');
    await stands([['hello', 'waiting']]);
    await rests(1000);
    clock.advance(1000);
    await settled();
    expect(server.attempts).toEqual(['hello', 'hello']);
    expect(server.accepted.map((message) => message.id)).toEqual([id]);
    expect(await db.messages.count()).toBe(1);
  });

  it('does not matter if the message itself comes back first', async () => {
    let answer: (outcome: SendOutcome) => void = () => undefined;
    server.next((accept) => {
      accept();
      return new Promise((resolve) => {
        answer = resolve;
      });
    });
    openTab();
    await queueText('hello');
    const message = await eventually(() => {
      const [first] = server.accepted;
      if (first === undefined) throw new Error('The server accepted nothing');
      return first;
    });
    await applyChanges(db, [{ type: 'new_message', message, position: message.position }], null);
    await settled();
    answer(passing);
    await queueText('next');
    await settled();
    expect(server.attempts).toEqual(['hello', 'next']);
    expect(await db.messages.count()).toBe(2);
  });

  it('after a kill: the message being sent is sent again at the next start', async () => {
    server.next((accept) => {
      accept();
      return new Promise(() => undefined);
    });
    const killed = openTab();
    await queueText('hello');
    await eventually(() => expect(server.accepted).toHaveLength(1));
    killed.stop();
    await stands([['hello', 'sending']]);
    openTab();
    await settled();
    expect(server.attempts).toEqual(['hello', 'hello']);
    expect(server.accepted).toHaveLength(1);
  });
});

describe('failures', () => {
  it('keep a refused message with its reason, and send those behind it', async () => {
    server.next(() => refused);
    openTab();
    const id = await queueText('to nobody');
    await queueText('next');
    await eventually(() => expect(server.accepted).toHaveLength(1));
    await stands([['to nobody', 'failed']]);
    expect((await db.outbox.where('id').equals(id).first())?.delivery).toEqual({
      state: 'failed',
      code: 'not_found',
      detail: 'No such member.',
    });
    expect(onRefused.mock.calls).toEqual([[expect.objectContaining({ id }), 'No such member.']]);
  });

  it('retry a refused message on request, edit it in the composer, or drop it', async () => {
    server
      .next(() => refused)
      .next(() => refused)
      .next(() => refused);
    openTab();
    const [again, change, drop] = [
      await queueText('again'),
      await queueText('change'),
      await queueText('drop'),
    ];
    await stands([
      ['again', 'failed'],
      ['change', 'failed'],
      ['drop', 'failed'],
    ]);
    await retryMessage(db, again);
    await eventually(() => expect(acceptedTexts()).toContain('again'));
    await db.drafts.put({ conversation: 'member:2', id: 'draft', text: 'begun' });
    await editMessage(db, change);
    expect((await db.drafts.get('member:2'))?.text).toBe('change\nbegun');
    expect(await cancelMessage(db, drop)).toBe(true);
    await settled();
    expect((await db.messages.toArray()).map((message) => message.content)).toEqual(['again']);
  });

  it('rest longer after each temporary error, and wake when the network is back', async () => {
    for (let i = 0; i < 3; i += 1) server.next(() => passing);
    openTab();
    await queueText('hello');
    for (const rest of [1000, 2000, 4000]) {
      await rests(rest);
      if (rest < 4000) clock.advance(rest);
    }
    await requeueWaiting(db, 'network', 'server');
    await settled();
    expect(server.attempts).toHaveLength(4);
  });

  it('honor Retry-After even when woken', async () => {
    server.next(() => ({ kind: 'passing', waitingFor: 'server', retryAfter: 30 }));
    openTab();
    await queueText('hello');
    // A quarter longer, as long as the clock's random number is a half.
    await rests(37_500);
    await requeueWaiting(db, 'network', 'server');
    await stands([['hello', 'waiting']]);
    clock.advance(37_500);
    await settled();
    expect(server.attempts).toHaveLength(2);
  });

  it('keep the queue without a session, and send it after the next sign-in', async () => {
    server.next(() => ({ kind: 'passing', waitingFor: 'sign-in' }));
    openTab();
    await queueText('one');
    await eventually(() => expect(onSignInNeeded).toHaveBeenCalledOnce());
    await queueText('two');
    clock.advance(3_600_000);
    await stands([
      ['one', 'waiting'],
      ['two', 'queued'],
    ]);
    await requeueWaiting(db, 'sign-in');
    await settled();
    expect(acceptedTexts()).toEqual(['one', 'two']);
  });
});

describe('canceling', () => {
  const isForgotten = async (id: string) =>
    expect([await db.messages.get(id), await db.outbox.count(), (await thread()).length]).toEqual([
      undefined,
      0,
      0,
    ]);

  it('a message that was never tried asks nothing of the server', async () => {
    const id = await queueText('hello');
    expect(await cancelMessage(db, id)).toBe(true);
    openTab();
    await queueText('elsewhere', 'global');
    await settled();
    expect([server.attempts, server.withdrawn]).toEqual([['elsewhere'], []]);
    await isForgotten(id);
    expect(await cancelMessage(db, id)).toBe(false);
  });

  it('a message being sent deletes it on the server, after the attempt', async () => {
    let answer: () => void = () => undefined;
    server.next(
      (accept) =>
        new Promise((resolve) => {
          answer = () => resolve({ kind: 'accepted', message: accept() });
        }),
    );
    openTab();
    const id = await queueText('hello');
    await stands([['hello', 'sending']]);
    expect(await cancelMessage(db, id)).toBe(true);
    expect(await thread()).toEqual([]);
    expect(server.withdrawn).toEqual([]);
    answer();
    await settled();
    expect([server.accepted, server.withdrawn]).toEqual([[], [id]]);
    await isForgotten(id);
  });

  it('a message whose answer was lost deletes it if it had arrived', async () => {
    server.next((accept) => {
      accept();
      return passing;
    });
    openTab();
    const id = await queueText('hello');
    await stands([['hello', 'waiting']]);
    await cancelMessage(db, id);
    await settled();
    expect([server.accepted, server.withdrawn]).toEqual([[], [id]]);
  });

  it('a message that arrives later after all deletes it then', async () => {
    server.next(() => passing);
    openTab();
    const id = await queueText('hello');
    await stands([['hello', 'waiting']]);
    await cancelMessage(db, id);
    await settled();
    const late = messageAt(7, { id, content: 'hello' });
    await applyChanges(db, [{ type: 'new_message', message: late, position: '7' }], null);
    expect(await thread()).toEqual([]);
    await settled();
    expect(server.withdrawn).toEqual([id, id]);
    await applyDeletion(db, id);
    await applyChanges(db, [{ type: 'new_message', message: late, position: '7' }], null);
    await isForgotten(id);
  });

  it('works after a kill during sending, too', async () => {
    server.next((accept) => {
      accept();
      return new Promise(() => undefined);
    });
    const killed = openTab();
    const id = await queueText('hello');
    await eventually(() => expect(server.accepted).toHaveLength(1));
    killed.stop();
    await requeueInterrupted(db);
    await cancelMessage(db, id);
    openTab();
    await settled();
    expect([server.accepted, server.withdrawn]).toEqual([[], [id]]);
  });

  it('waits and rests as sending does, and drops recordings', async () => {
    server.next(() => passing);
    openTab();
    await db.recordings.put({ ...sound, id: 'member:2' });
    const id = await queueText('');
    await stands([['', 'waiting']]);
    server.withdraw = () => passing;
    await cancelMessage(db, id);
    await stands([['', 'waiting']]);
    expect(await db.recordings.count()).toBe(0);
    server.withdraw = null;
    await requeueWaiting(db, 'network');
    await settled();
    expect(server.withdrawn).toEqual([id, id]);
  });

  it('everything leaves nothing to send', async () => {
    server.next(() => passing).next(() => refused);
    openTab();
    await queueText('waits');
    await stands([['waits', 'waiting']]);
    await queueText('behind it');
    await queueText('refused', 'global');
    await eventually(async () =>
      expect((await deliveries()).map(([, state]) => state)).toEqual(['waiting', 'queued', 'failed']),
    );
    await cancelAllMessages(db);
    await settled();
    clock.advance(3_600_000);
    expect([server.attempts, server.withdrawn.length]).toEqual([['waits', 'refused'], 1]);
  });
});

describe('a database that fails', () => {
  it('puts the claim back once it works again, and sends its messages', async () => {
    await queueText('one');
    await queueText('two');
    const isBroken = { writer: true };
    const writer = new Writer(db, hurriedClock);
    const failing = vi.spyOn(writer, 'accept').mockImplementation((message) => {
      if (isBroken.writer) return Promise.reject(new Error('No write'));
      return Writer.prototype.apply.call(writer, [changeOf(message)], null);
    });
    openTab(server.send, writer);
    await eventually(() => expect(errors).toHaveLength(1));
    await stands([
      ['one', 'sending'],
      ['two', 'sending'],
    ]);
    isBroken.writer = false;
    await eventually(() => expect(clock.waiting.length).toBeGreaterThan(0));
    clock.advance(2_000);
    await settled();
    expect([acceptedTexts(), errors.splice(0)]).toEqual([['one', 'two'], [new Error('No write')]]);
    expect(failing).toHaveBeenCalled();
  });

  it('is asked again after longer and longer pauses while it is closed', async () => {
    const request = vi.spyOn(lock, 'request');
    db.close({ disableAutoOpen: true });
    openTab();
    for (const rest of [2_000, 4_000, 8_000]) {
      await rests(rest);
      clock.advance(rest);
    }
    await rests(16_000);
    expect(request).toHaveBeenCalledTimes(4);
    expect(errors.splice(0)).toHaveLength(4);
    await db.open();
    await queueText('hello');
    clock.advance(16_000);
    await settled();
  });
});

describe('waiting', () => {
  const wait = async (retryAfter: number) => {
    server.next(() => ({ kind: 'passing', waitingFor: 'server', retryAfter }));
    openTab();
    await queueText('hello');
    await eventually(() => expect(clock.waiting).toHaveLength(1));
  };

  it('never lasts longer than five minutes, whatever a server asks', async () => {
    await wait(30 * 24 * 3600);
    expect(clock.waiting).toEqual([300_000]);
    clock.advance(300_000);
    await settled();
  });

  it('ends at once on request of the member', async () => {
    await wait(60);
    await requeueAll(db);
    await settled();
  });

  it.each([3_600_000, 30_000])('is not lengthened by a clock that is set back by %i ms', async (ms) => {
    await wait(60);
    clock.setBack(ms);
    clock.advance(75_000);
    await settled();
  });

  it('is over in the next tab if the clock was set back', async () => {
    await wait(60);
    workers[0]?.stop();
    clock.setBack(30_000);
    openTab();
    await settled();
  });
});

describe('several tabs', () => {
  it('may take over at once a lock they just requested', async () => {
    const [first, second] = [openTab(), openTab()];
    first.takeOver();
    second.takeOver();
    first.takeOver();
    await queueText('one');
    await settled();
    first.stop();
    second.stop();
    openTab();
    await queueText('two');
    await settled();
    expect(acceptedTexts()).toEqual(['one', 'two']);
  });

  it('send nothing twice: one of them holds the lock', async () => {
    const [first, second] = [new ScriptedServer(), new ScriptedServer()];
    const one = openTab(first.send);
    openTab(second.send);
    await queueText('one');
    await settled();
    expect([first.accepted.length, second.accepted.length]).toEqual([1, 0]);
    one.stop();
    await queueText('two');
    await settled();
    expect([first.accepted.length, second.accepted.length]).toEqual([1, 1]);
  });

  it('let the visible tab take over from a frozen one', async () => {
    let thaw: (outcome: SendOutcome) => void = () => undefined;
    openTab(
      async () =>
        new Promise((resolve) => {
          thaw = resolve;
        }),
    );
    const second = openTab();
    await queueText('one');
    await stands([['one', 'sending']]);
    await queueText('two');
    second.takeOver();
    await settled();
    expect(acceptedTexts()).toEqual(['one', 'two']);
    thaw(refused);
    await queueText('three');
    await settled();
    expect(await thread()).toEqual(['one', 'two', 'three']);
    expect(onRefused).not.toHaveBeenCalled();
  });
});
