import { setTimeout as delay } from 'node:timers/promises';
import {
  type ChangeFrame,
  changeFrameSchema,
  changesSchema,
  type ServerFrame,
  serverFrameSchema,
  sessionUserSchema,
} from '@pmcw/contracts';
import { v7 as uuidv7 } from 'uuid';
import * as v from 'valibot';
import { WebSocket } from 'ws';

const answerWithinMs = 5_000;
const retryMs = 100;
const ownPassword = 'a long enough password';

/** The server's answer; null if there was none, or one of the proxy. */
type Answer = { readonly status: number; readonly body: unknown } | null;

/** A member's app without a screen: sends until acknowledged, listens, and catches up after every interruption. */
export class Messenger {
  readonly userId: number;
  readonly username: string;
  /** Ids of messages that the server has acknowledged. */
  readonly acknowledged = new Set<string>();
  /** How often each message was delivered to this member, by id. */
  readonly seen = new Map<string, number>();
  /** How often a gateway reported that too much was missed for a socket. */
  resyncs = 0;
  readonly #url: string;
  readonly #cookies: string;
  readonly #waiting = new Map<string, () => void>();
  #socket: WebSocket | null = null;
  #isClosed = false;
  /** Position up to which everything was seen; null before the first connection. */
  #position: string | null = null;
  #isCaughtUp = false;
  /** While missed changes are fetched over HTTP beside the socket, a change may come twice. */
  #isResyncing = false;

  private constructor(url: string, userId: number, username: string, cookies: string) {
    this.#url = url;
    this.userId = userId;
    this.username = username;
    this.#cookies = cookies;
  }

  /** Registers a member; resolves when connected. */
  static join(url: string, username: string): Promise<Messenger> {
    const email = `${username}@example.org`;
    return Messenger.#enter(url, 'register', {
      fullName: `The ${username}`,
      username,
      email,
      password: ownPassword,
    });
  }

  /** Signs in an existing member; resolves when connected. */
  static signIn(url: string, username: string, password = ownPassword): Promise<Messenger> {
    return Messenger.#enter(url, 'login', { username, password });
  }

  static async #enter(url: string, door: 'register' | 'login', body: object): Promise<Messenger> {
    const response = await fetch(`${url}/api/${door}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${door}: ${response.status} ${await response.text()}`);
    const { id, username } = v.parse(sessionUserSchema, await response.json());
    const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
    const messenger = new Messenger(url, id, username, cookies.join('; '));
    messenger.#connect();
    // The socket does not deliver messages from before the first connection.
    while (!messenger.#isCaughtUp) await delay(10);
    return messenger;
  }

  /** Sends a request once. */
  async request(method: string, path: string, body?: object): Promise<Answer> {
    try {
      const response = await fetch(new URL(path, this.#url), {
        method,
        headers: { 'content-type': 'application/json', origin: this.#url, cookie: this.#cookies },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(answerWithinMs),
      });
      if (response.status >= 500) return null;
      const text = await response.text();
      return { status: response.status, body: text === '' ? null : JSON.parse(text) };
    } catch {
      return null;
    }
  }

  /** Repeats a request until it is answered; only for idempotent requests. */
  async insist(method: string, path: string, body?: object): Promise<NonNullable<Answer>> {
    for (;;) {
      const answer = await this.request(method, path, body);
      if (answer !== null) return answer;
      await delay(retryMs);
    }
  }

  /**
   * Sends a message, to all members if there is no receiver, until it is acknowledged: by socket first, then over HTTP.
   */
  async send(content: string, receiverId: number | null): Promise<void> {
    const id = uuidv7();
    if (!(await this.#sendBySocket(id, content, receiverId))) {
      const path = receiverId === null ? '/api/messages/global' : '/api/messages';
      const { status, body } = await this.insist('POST', path, { id, content, receiverId });
      if (status !== 200 && status !== 201) throw new Error(`A message was refused: ${JSON.stringify(body)}`);
    }
    this.acknowledged.add(id);
  }

  close(): void {
    this.#isClosed = true;
    this.#socket?.terminate();
  }

  /** Whether it was acknowledged; false at once without a socket. */
  #sendBySocket(id: string, content: string, receiverId: number | null): Promise<boolean> {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN || !this.#isCaughtUp) return Promise.resolve(false);
    return new Promise((resolve) => {
      const timer = setTimeout(() => settle(false), answerWithinMs);
      const settle = (isAcknowledged: boolean) => {
        clearTimeout(timer);
        this.#waiting.delete(id);
        resolve(isAcknowledged);
      };
      this.#waiting.set(id, () => settle(true));
      socket.once('close', () => settle(false));
      socket.send(
        JSON.stringify({ type: 'message', id, content, receiverId, isGlobal: receiverId === null }),
      );
    });
  }

  #connect(): void {
    const socket = new WebSocket(this.#url.replace(/^http/, 'ws').concat('/ws'), {
      origin: this.#url,
      headers: { cookie: this.#cookies },
    });
    this.#socket = socket;
    this.#isCaughtUp = false;
    this.#isResyncing = false;
    socket.on('open', () => {
      const after = this.#position ?? undefined;
      socket.send(JSON.stringify({ type: 'authenticate', userId: this.userId, after }));
    });
    socket.on('message', (data) => this.#take(v.parse(serverFrameSchema, JSON.parse(String(data))), socket));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (!this.#isClosed) setTimeout(() => this.#connect(), retryMs);
    });
    socket.setMaxListeners(0);
  }

  #take(frame: ServerFrame, socket: WebSocket): void {
    if (v.is(changeFrameSchema, frame)) this.#apply(frame);
    // A client with a position gets the rest without asking; a new one has missed nothing.
    if (frame.type === 'authenticated' && this.#position === null) this.#caughtUp(frame.position);
    if (frame.type === 'resumed') this.#caughtUp(frame.position);
    if (frame.type === 'resync') void this.#resync(socket);
    if (frame.type === 'ack') this.#waiting.get(frame.id)?.();
  }

  #caughtUp(position: string): void {
    this.#isCaughtUp = true;
    this.#isResyncing = false;
    this.#moveTo(position);
  }

  async #resync(socket: WebSocket): Promise<void> {
    this.resyncs += 1;
    this.#isResyncing = true;
    for (let more = true; more; ) {
      const { body } = await this.insist('GET', `/api/messages/changes?after=${this.#position}`);
      // The next socket sends its position, and gets the rest.
      if (socket !== this.#socket || socket.readyState !== WebSocket.OPEN) return;
      const page = v.parse(changesSchema, body);
      for (const change of page.changes) this.#count(change);
      this.#moveTo(page.position);
      more = page.more;
    }
    socket.send(JSON.stringify({ type: 'resume', after: this.#position }));
  }

  /** Changes come in order of position, except those that are pushed during a resync. */
  #apply(frame: ChangeFrame): void {
    this.#count(frame);
    if (!this.#isResyncing) this.#moveTo(frame.position);
  }

  #count(frame: ChangeFrame): void {
    if (frame.type !== 'new_message' && frame.type !== 'new_global_message') return;
    const times = this.seen.get(frame.message.id) ?? 0;
    if (times === 0 || !this.#isResyncing) this.seen.set(frame.message.id, times + 1);
  }

  #moveTo(position: string): void {
    if (this.#position === null || BigInt(position) > BigInt(this.#position)) this.#position = position;
  }
}
