import 'fake-indexeddb/auto';
import type { Message, ToldMessage } from '@pmcw/contracts';
import { v7 as uuidv7 } from 'uuid';
import { type Applied, applyChanges, changeOf } from './apply.ts';
import { type Clock, systemClock } from './clock.ts';
import { MemberDatabase } from './database.ts';
import type { Courier } from './outbox/attempt.ts';
import type { Locks } from './outbox/lock.ts';

/** Fakes and fixtures for specs of the offline and realtime code. */

let databases = 0;

/** The owner of the device. */
export const ownerId = 1;
/** The other member. */
export const peerId = 2;

export function newDatabase(): MemberDatabase {
  databases += 1;
  return new MemberDatabase({ id: ownerId, createdAt: `spec-${databases}-${uuidv7()}` });
}

/** A message of the server, by default from the owner to the peer. */
export function messageAt(position: number, change: Partial<Message> = {}): Message {
  const senderId = change.senderId ?? ownerId;
  return {
    id: uuidv7(),
    senderId,
    receiverId: senderId === ownerId ? peerId : ownerId,
    content: `message ${position}`,
    messageType: 'text',
    voiceUrl: null,
    voiceSeconds: null,
    isGlobal: false,
    isRead: false,
    createdAt: new Date(1_700_000_000_000 + position * 1000).toISOString(),
    position: String(position),
    sender: { username: `member${senderId}`, fullName: `Member ${senderId}`, avatarUrl: null },
    ...change,
  };
}

/** Applies messages that the server acknowledged. */
export function applyMessages(db: MemberDatabase, messages: readonly ToldMessage[]): Promise<Applied> {
  return applyChanges(db, messages.map(changeOf), null);
}

/** A clock that moves only on request, and may be set; chance is always 0.5. */
export class ManualClock implements Clock {
  #now = 1_700_000_000_000;
  #wrongBy = 0;
  readonly #tasks = new Set<{ readonly at: number; readonly task: () => void }>();

  now(): number {
    return this.#now + this.#wrongBy;
  }

  elapsed(): number {
    return this.#now;
  }

  /** Timers continue, as the browser's do. */
  setBack(ms: number): void {
    this.#wrongBy -= ms;
  }

  random(): number {
    return 0.5;
  }

  after(ms: number, task: () => void): () => void {
    const entry = { at: this.#now + ms, task };
    this.#tasks.add(entry);
    return () => this.#tasks.delete(entry);
  }

  /** Milliseconds until each waiting task, soonest first. */
  get waiting(): number[] {
    return [...this.#tasks].map(({ at }) => at - this.#now).sort((a, b) => a - b);
  }

  /** Runs what is due, in order. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const [next] = [...this.#tasks].sort((a, b) => a.at - b.at);
      if (next === undefined || next.at > end) break;
      this.#tasks.delete(next);
      this.#now = next.at;
      next.task();
    }
    this.#now = end;
  }
}

/** Real time without its pauses. */
export const hurriedClock: Clock = {
  ...systemClock,
  after(_ms, task) {
    const immediate = setImmediate(task);
    return () => clearImmediate(immediate);
  },
};

/** A courier without a window. */
export const oneByOne = (send: Courier['send']): Courier => ({
  window: () => 0,
  sendAhead: async () => null,
  send,
});

/** One lock for several "tabs", with the browser's rules for waiting, aborting and stealing. */
export class SharedLock implements Locks {
  #holder: ((reason: DOMException) => void) | null = null;
  readonly #queue: (() => void)[] = [];

  async request(
    _name: string,
    options: { readonly steal?: boolean; readonly signal?: AbortSignal },
    whileHeld: () => Promise<void>,
  ): Promise<unknown> {
    const aborted = () => new DOMException('The lock request is aborted', 'AbortError');
    let lose: (reason: DOMException) => void = () => undefined;
    const stolen = new Promise<never>((_resolve, reject) => {
      lose = reject;
    });
    const take = () => {
      this.#holder = lose;
    };
    if (options.steal === true) {
      this.#holder?.(aborted());
      take();
    } else if (this.#holder === null) take();
    else await this.#turn(take, options.signal, aborted);
    try {
      return await Promise.race([whileHeld(), stolen]);
    } finally {
      if (this.#holder === lose) {
        this.#holder = null;
        this.#queue.shift()?.();
      }
    }
  }
  /** Resolves when the lock was taken and handed on. */
  #turn(take: () => void, signal: AbortSignal | undefined, aborted: () => DOMException): Promise<void> {
    return new Promise((resolve, reject) => {
      const turn = () => {
        take();
        resolve();
      };
      this.#queue.push(turn);
      signal?.addEventListener('abort', () => {
        const place = this.#queue.indexOf(turn);
        // Aborting has no effect once the lock is held.
        if (place === -1) return;
        this.#queue.splice(place, 1);
        reject(aborted());
      });
    });
  }
}
