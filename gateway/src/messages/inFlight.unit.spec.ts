import { setImmediate as breath } from 'node:timers/promises';
import {
  type CommandOutcome,
  type DispatchMessages,
  type FrameCommand,
  limits,
  ProblemError,
  texts,
} from '@pmcw/contracts';
import { scaled } from '@pmcw/testing';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { silent } from '../../test/silent.ts';
import { CommandLanes } from './commandLanes.ts';

const busy = () => new ProblemError('unavailable', texts.refusals.busy, { retryAfter: 1 });

/**
 * `lost`: stored, but the answer says to try again. `late`: answered so, and stored some time after that. `part`: of
 * several, half are stored, and the rest must be sent again.
 */
type Answer = 'stored' | 'refused' | 'busy' | 'lost' | 'late' | 'part';

type Step =
  | { readonly kind: 'send' | 'arrive' | 'reconnect' | 'post' }
  | { readonly kind: 'answer'; readonly which: number; readonly how: Answer };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Step>({ kind: 'send' }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('answer'),
      which: fc.nat(9),
      how: fc.constantFrom('stored', 'stored', 'stored', 'refused', 'busy', 'lost', 'late', 'part'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom('arrive', 'reconnect', 'post').map((kind): Step => ({ kind })),
  },
);

/** The command service of all gateways. */
class Service {
  readonly stored: string[] = [];
  readonly refused = new Set<string>();
  readonly #waiting: ((how: Answer) => void)[] = [];
  readonly #late: (readonly string[])[] = [];
  /** The most messages that came together. */
  most = 0;

  dispatch = async (command: FrameCommand): Promise<CommandOutcome> => {
    if (command.type !== 'SendMessage') throw new Error('Only messages are sent here');
    const [end = busy()] = await this.#send([command.id]);
    if (end instanceof ProblemError) throw end;
    return end;
  };

  dispatchMessages: DispatchMessages = (messages) => this.#send(messages.map(({ command }) => command.id));

  #send(ids: readonly string[]): ReturnType<DispatchMessages> {
    this.most = Math.max(this.most, ids.length);
    return new Promise((resolve, reject) => {
      this.#waiting.push((how) => {
        if (how === 'late') this.#late.push(ids);
        if (how === 'busy' || how === 'late') return reject(busy());
        const stored = how === 'part' ? ids.slice(0, ids.length / 2) : ids;
        // Only the first is refused.
        const ends = stored.map((id, n) => this.#end(id, how === 'refused' && n === 0));
        if (how === 'lost') reject(busy());
        else resolve(ids.map((_, n) => ends[n] ?? busy()));
      });
    });
  }

  #end(id: string, isRefused: boolean): CommandOutcome | ProblemError {
    if (this.execute(id, isRefused)) return { position: '1', message: null };
    return new ProblemError('not_found', texts.refusals.memberNotFound);
  }

  /** Idempotent, as the decision about an id never changes. */
  execute(id: string, isRefused = false): boolean {
    if (this.stored.includes(id)) return true;
    if (isRefused) this.refused.add(id);
    if (this.refused.has(id)) return false;
    this.stored.push(id);
    return true;
  }

  answer(which: number, how: Answer): boolean {
    const [answer] = this.#waiting.splice(which % Math.max(1, this.#waiting.length), 1);
    answer?.(how);
    return answer !== undefined;
  }

  arrive(): void {
    for (const id of this.#late.shift() ?? []) this.execute(id);
  }
}

/** A device with messages of one conversation, which it sends as the contract says. */
class Device {
  readonly service = new Service();
  readonly messages = Array.from({ length: 20 }, () => uuidv7());
  readonly #settled = new Set<string>();
  #lanes = this.#newSocket();
  #unanswered: string[] = [];
  #next = 0;
  /** After a temporary error, until every message in flight has its answer. */
  #isStalled = false;

  async take(step: Step): Promise<void> {
    if (step.kind === 'send') this.#send();
    if (step.kind === 'answer') this.service.answer(step.which, step.how);
    if (step.kind === 'arrive') this.service.arrive();
    if (step.kind === 'reconnect') this.#reconnect();
    if (step.kind === 'post') this.#post();
    await breath();
  }

  /** Each message stored or refused must come after all earlier ones. */
  isInOrder(): void {
    const { stored, refused } = this.service;
    const meant = this.messages.filter((id) => !refused.has(id));
    expect(stored.filter((id) => !refused.has(id))).toEqual(meant.slice(0, stored.length));
  }

  async recover(): Promise<void> {
    for (let round = 0; round < 1_000 && this.#settled.size < this.messages.length; round += 1) {
      this.#send();
      if (!this.service.answer(0, 'stored')) this.service.arrive();
      await breath();
    }
    expect(this.#settled.size).toBe(this.messages.length);
  }

  #send(): void {
    const id = this.messages[this.#next];
    if (id === undefined || this.#isStalled || this.#unanswered.length >= limits.messagesInFlight) return;
    const previous = this.#unanswered.at(-1);
    this.#next += 1;
    this.#unanswered.push(id);
    const lanes = this.#lanes;
    const frame = { type: 'message', id, content: 'x', receiverId: 2, isGlobal: false } as const;
    lanes.send(previous === undefined ? frame : { ...frame, previous }).then(
      () => this.#answered(lanes, id, true),
      (error: unknown) =>
        this.#answered(lanes, id, error instanceof ProblemError && error.code === 'not_found'),
    );
  }

  #answered(lanes: CommandLanes, id: string, isFinal: boolean): void {
    // The socket is gone, and so are its answers.
    if (lanes !== this.#lanes || !this.#unanswered.includes(id)) return;
    this.#unanswered = this.#unanswered.filter((one) => one !== id);
    if (isFinal) this.#settled.add(id);
    else this.#isStalled = true;
    if (this.#unanswered.length === 0) this.#rewind();
  }

  /** To another gateway, or to the same one after a cut; commands of the old socket are still executed. */
  #reconnect(): void {
    this.#lanes = this.#newSocket();
    this.#rewind();
  }

  /** No answer in time: the first message goes over HTTP. */
  #post(): void {
    this.#rewind();
    const id = this.messages[this.#next];
    if (id === undefined) return;
    this.service.execute(id);
    this.#settled.add(id);
    this.#rewind();
  }

  #rewind(): void {
    this.#isStalled = false;
    this.#unanswered = [];
    const first = this.messages.findIndex((id) => !this.#settled.has(id));
    this.#next = first === -1 ? this.messages.length : first;
  }

  #newSocket(): CommandLanes {
    const { dispatch, dispatchMessages } = this.service;
    const { messagesInFlight } = limits;
    const most = { commandsInFlight: 32, messagesInFlight, dispatchMs: 60_000 };
    return new CommandLanes({ actorId: 1, dispatch, dispatchMessages, limits: most, ...silent });
  }
}

it('stores the messages of a conversation in order and without gaps, whatever fails', async () => {
  let most = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 120 }), async (steps) => {
      const device = new Device();
      for (const step of steps) {
        await device.take(step);
        device.isInOrder();
      }
      await device.recover();
      device.isInOrder();
      expect(device.service.stored.length + device.service.refused.size).toBe(device.messages.length);
      most = Math.max(most, device.service.most);
    }),
    { numRuns: scaled(200) },
  );
  expect(most).toBe(limits.messagesInFlight - 1);
});
