import { setMaxListeners } from 'node:events';
import type { EventStoreDBClient } from '@eventstore/db-client';
import type { ConnectionSettings, Endpoint } from './connectionString.ts';
import { judge, LogClosedError, leaderOf, portError } from './errors.ts';
import { clientOf, type NodeClient } from './nodeClient.ts';
import { answerWithin } from './time.ts';

interface Member {
  readonly client: NodeClient;
  calls: number;
}

let clients = 0;

/** Connects to another node if one is down or not the leader. A replaced client closes after its last call. */
export class Connection {
  readonly #settings: ConnectionSettings;
  readonly #members = new Set<Member>();
  readonly #closing = new AbortController();
  #current: Member;

  constructor(settings: ConnectionSettings) {
    this.#settings = settings;
    // Each append adds a listener.
    setMaxListeners(0, this.closing);
    this.#current = this.#join(undefined);
  }

  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /**
   * An error determines the node of later calls.
   * @throws LogUnavailableError on timeout or if closed; StreamDeletedError
   */
  async run<T>(call: (client: EventStoreDBClient) => Promise<T>, timeoutMs?: number): Promise<T> {
    if (this.closing.aborted) throw new LogClosedError();
    const member = this.#current;
    const running = this.#begin(member, call);
    try {
      const answer = await (timeoutMs === undefined ? running : answerWithin(timeoutMs, running));
      // Closing may have cut the answer short.
      if (this.closing.aborted) throw new LogClosedError();
      return answer;
    } catch (caught) {
      const error = portError(caught);
      this.#learn(member, error);
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#closing.abort(new LogClosedError());
    await Promise.all([...this.#members].map(({ client }) => client.close()));
    this.#members.clear();
  }

  #join(node: Endpoint | undefined): Member {
    clients += 1;
    const member = { client: clientOf(this.#settings, clients, node), calls: 0 };
    this.#members.add(member);
    return member;
  }

  async #begin<T>(member: Member, call: (client: EventStoreDBClient) => Promise<T>): Promise<T> {
    member.calls += 1;
    try {
      return await call(member.client);
    } finally {
      member.calls -= 1;
      this.#closeIfServed(member);
    }
  }

  #learn(member: Member, error: unknown): void {
    if (member !== this.#current || judge(error) !== 'retry') return;
    this.#current = this.#join(leaderOf(error));
    this.#closeIfServed(member);
  }

  #closeIfServed(member: Member): void {
    if (member === this.#current || member.calls > 0 || !this.#members.delete(member)) return;
    // It has no calls left.
    member.client.close().catch(() => undefined);
  }
}
