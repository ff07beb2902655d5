import { setMaxListeners } from 'node:events';
import type { EventStoreDBClient } from '@eventstore/db-client';
import type { ConnectionSettings, Endpoint } from './connectionString.ts';
import { judge, LogClosedError, leaderOf, portError } from './errors.ts';
import { clientOf, type NodeClient } from './nodeClient.ts';
import { within } from './time.ts';

/** A client and how many calls have begun on it and are not over. */
interface Member {
  readonly client: NodeClient;
  calls: number;
}

/** How many clients this process has made. */
let clients = 0;

/**
 * The way to the server: one client at a time, and another one when the node that it talks to is gone or does not lead. A
 * client that has served is closed when the last call on it is over, so that no call ever meets a closed channel.
 */
export class Connection {
  readonly #settings: ConnectionSettings;
  readonly #members = new Set<Member>();
  readonly #closing = new AbortController();
  #current: Member;

  constructor(settings: ConnectionSettings) {
    this.#settings = settings;
    // Every append under way listens to it.
    setMaxListeners(0, this.closing);
    this.#current = this.#join(undefined);
  }

  /** Aborted when it is closed. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /**
   * Makes a call, and learns from its error where the next one should go.
   * @param call is over when it has settled
   * @param timeoutMs how long to wait for it, when it does not see to that itself
   * @throws LogUnavailableError when the time is up or the log is closed; StreamDeletedError; else what the call rejects
   *   with
   */
  async run<T>(call: (client: EventStoreDBClient) => Promise<T>, timeoutMs?: number): Promise<T> {
    if (this.closing.aborted) throw new LogClosedError();
    const member = this.#current;
    const running = this.#begin(member, call);
    try {
      const answer = await (timeoutMs === undefined ? running : within(timeoutMs, running));
      // What was cancelled by closing may look like an answer, only shorter.
      if (this.closing.aborted) throw new LogClosedError();
      return answer;
    } catch (caught) {
      const error = portError(caught);
      this.#learn(member, error);
      throw error;
    }
  }

  /** Cancels all calls and closes all connections. */
  async close(): Promise<void> {
    this.#closing.abort();
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
    // No call is left on it that its closing could fail.
    member.client.close().catch(() => undefined);
  }
}
