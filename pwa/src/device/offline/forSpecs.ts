import 'fake-indexeddb/auto';
import type { Message } from '@pmcw/contracts';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from './clock.ts';
import { MemberDatabase } from './database.ts';
import type { Locks } from './outbox/lock.ts';

/** Stand-ins for specs of the offline and realtime code. */

let databases = 0;

/** The member whose device it is. */
export const ownerId = 1;
/** Somebody else. */
export const peerId = 2;

/** A new, empty database of the owner. */
export function newDatabase(): MemberDatabase {
  databases += 1;
  return new MemberDatabase({ id: ownerId, createdAt: `spec-${databases}-${uuidv7()}` });
}

/** A message as the server shows it: from the owner to the peer, unless told otherwise. */
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

/** A clock that stands until it is moved; chance is always in the middle. */
export class ManualClock implements Clock {
  #now = 1_700_000_000_000;
  readonly #tasks = new Set<{ readonly at: number; readonly task: () => void }>();

  now(): number {
    return this.#now;
  }

  random(): number {
    return 0.5;
  }

  after(ms: number, task: () => void): () => void {
    const entry = { at: this.#now + ms, task };
    this.#tasks.add(entry);
    return () => this.#tasks.delete(entry);
  }

  /** Milliseconds until each task that waits, soonest first. */
  get waiting(): number[] {
    return [...this.#tasks].map(({ at }) => at - this.#now).sort((a, b) => a - b);
  }

  /** Lets time pass, running what falls due in its order. */
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

/** One lock for several "tabs", with the browser's rules for waiting, giving up and stealing. */
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
  /** Waits until the lock is handed on, and has taken it then. */
  #turn(take: () => void, signal: AbortSignal | undefined, aborted: () => DOMException): Promise<void> {
    return new Promise((resolve, reject) => {
      const turn = () => {
        take();
        resolve();
      };
      this.#queue.push(turn);
      signal?.addEventListener('abort', () => {
        const place = this.#queue.indexOf(turn);
        // Giving up what one has already does nothing.
        if (place === -1) return;
        this.#queue.splice(place, 1);
        reject(aborted());
      });
    });
  }
}
