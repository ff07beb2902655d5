import type { ServerFrame } from '@pmcw/contracts';
import type { SessionEnded } from '@pmcw/vault';
import type { Change } from '../frames/change.ts';
import type { Connection } from './connection.ts';

export class Hub {
  /** Lists are replaced, never changed: while one is read, its sockets may close. */
  readonly #byMember = new Map<number, readonly Connection[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  countOf(userId: number): number {
    return this.#byMember.get(userId)?.length ?? 0;
  }

  isSeen(userId: number): boolean {
    return this.#byMember.get(userId)?.some((connection) => connection.isSeen) === true;
  }

  seenMembers(): readonly number[] {
    return [...this.#byMember.keys()].filter((userId) => this.isSeen(userId)).sort((a, b) => a - b);
  }

  /** Those who come during the iteration may be included. */
  members(): IterableIterator<number> {
    return this.#byMember.keys();
  }

  add(connection: Connection): void {
    const { userId } = connection;
    this.#byMember.set(userId, [...(this.#byMember.get(userId) ?? []), connection]);
    this.#size += 1;
  }

  remove(connection: Connection): void {
    const { userId } = connection;
    const own = this.#byMember.get(userId) ?? [];
    const others = own.filter((other) => other !== connection);
    if (others.length === 0) this.#byMember.delete(userId);
    else this.#byMember.set(userId, others);
    this.#size -= own.length - others.length;
  }

  *all(): Generator<Connection> {
    for (const own of this.#byMember.values()) yield* own;
  }

  /** Returns the number of sockets. */
  pushTo(userId: number, changes: readonly Change[], upTo: bigint): number {
    const own = this.#byMember.get(userId) ?? [];
    for (const connection of own) connection.push(changes, upTo);
    return own.length;
  }

  signOut({ sessionId, userId, reason }: SessionEnded): void {
    for (const connection of this.#byMember.get(userId) ?? []) {
      if (connection.sessionId === sessionId) connection.signOut(reason);
    }
  }

  sendTo(userId: number, frame: ServerFrame, exceptSessionId: string): void {
    for (const connection of this.#byMember.get(userId) ?? []) {
      if (connection.sessionId !== exceptSessionId) connection.send(frame);
    }
  }
}
