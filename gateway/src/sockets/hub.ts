import type { ServerFrame } from '@pmcw/contracts';
import type { SessionEnded } from '@pmcw/vault';
import type { Change } from '../frames/change.ts';
import type { Connection } from './connection.ts';

export class Hub {
  readonly #byMember = new Map<number, Set<Connection>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  countOf(userId: number): number {
    return this.#byMember.get(userId)?.size ?? 0;
  }

  isSeen(userId: number): boolean {
    return [...(this.#byMember.get(userId) ?? [])].some((connection) => connection.isSeen);
  }

  seenMembers(): readonly number[] {
    return [...this.#byMember.keys()].filter((userId) => this.isSeen(userId)).sort((a, b) => a - b);
  }

  add(connection: Connection): void {
    const own = this.#byMember.get(connection.userId) ?? new Set();
    this.#byMember.set(connection.userId, own);
    own.add(connection);
    this.#size += 1;
  }

  remove(connection: Connection): void {
    const own = this.#byMember.get(connection.userId);
    if (own?.delete(connection) !== true) return;
    if (own.size === 0) this.#byMember.delete(connection.userId);
    this.#size -= 1;
  }

  *all(): Generator<Connection> {
    for (const own of this.#byMember.values()) yield* own;
  }

  /** Returns the number of sockets. */
  push(changes: readonly Change[]): number {
    const outgoing = new Map<Connection, Change[]>();
    for (const change of changes) {
      for (const connection of this.#audienceOf(change)) {
        const own = outgoing.get(connection);
        if (own === undefined) outgoing.set(connection, [change]);
        else own.push(change);
      }
    }
    for (const [connection, own] of outgoing) connection.push(own);
    return outgoing.size;
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

  *#audienceOf({ audience }: Change): Generator<Connection> {
    if (audience === null) yield* this.all();
    else for (const userId of audience) yield* this.#byMember.get(userId) ?? [];
  }
}
