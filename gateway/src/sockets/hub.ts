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
  push(changes: readonly Change[]): number {
    const forAll: Change[] = [];
    /** Of members who get more than all others. */
    const theirs = new Map<number, Change[]>(
      changes.flatMap(({ audience }) => audience ?? []).map((userId) => [userId, []]),
    );
    for (const change of changes) {
      if (change.audience === null) for (const own of [forAll, ...theirs.values()]) own.push(change);
      else for (const userId of change.audience) theirs.get(userId)?.push(change);
    }
    let sockets = 0;
    for (const [userId, own] of theirs) sockets += this.#pushTo(userId, own);
    if (forAll.length === 0) return sockets;
    for (const userId of this.#byMember.keys()) {
      if (!theirs.has(userId)) sockets += this.#pushTo(userId, forAll);
    }
    return sockets;
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

  #pushTo(userId: number, changes: readonly Change[]): number {
    const own = this.#byMember.get(userId) ?? [];
    for (const connection of own) connection.push(changes);
    return own.length;
  }
}
