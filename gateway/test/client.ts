import { EventEmitter, once } from 'node:events';
import { type ChangeFrame, changeFrameSchema, type ServerFrame, serverFrameSchema } from '@pmcw/contracts';
import * as v from 'valibot';
import { type ClientOptions, WebSocket } from 'ws';

export interface Closed {
  readonly code: number;
  readonly reason: string;
}

/** A client of `/ws` that keeps every frame, each checked against the contract. */
export class TestClient {
  readonly frames: ServerFrame[] = [];
  /** The frames that report events. */
  readonly changes: ChangeFrame[] = [];
  readonly closed: Promise<Closed>;
  readonly #came = new EventEmitter();
  #isClosed = false;
  readonly #socket: WebSocket;

  constructor(url: string, options: ClientOptions) {
    this.#socket = new WebSocket(url, options);
    this.#socket.on('message', (data) => {
      const frame = v.parse(serverFrameSchema, JSON.parse(String(data)));
      this.frames.push(frame);
      if (v.is(changeFrameSchema, frame)) this.changes.push(frame);
      this.#came.emit('frame');
    });
    // A server that cuts a socket off may reset it; only the closing matters.
    this.#socket.on('error', () => undefined);
    this.closed = new Promise((resolve) => {
      this.#socket.on('close', (code, reason) => {
        this.#isClosed = true;
        this.#came.emit('frame');
        resolve({ code, reason: String(reason) });
      });
    });
  }

  /** Resolves when open. @throws Error with the HTTP status when refused */
  async opened(): Promise<this> {
    await new Promise<void>((resolve, reject) => {
      this.#socket.once('open', resolve);
      this.#socket.once('unexpected-response', (_, response) => {
        response.resume();
        reject(new Error(`refused with ${response.statusCode}`));
      });
      this.#socket.once('error', reject);
    });
    return this;
  }

  send(frame: object): void {
    this.#socket.send(JSON.stringify(frame));
  }

  sendRaw(data: string | Buffer): void {
    this.#socket.send(data);
  }

  /** Frames of one type, in order of arrival. */
  of<T extends ServerFrame['type']>(type: T): Extract<ServerFrame, { type: T }>[] {
    return this.frames.filter((frame): frame is Extract<ServerFrame, { type: T }> => frame.type === type);
  }

  /** Waits for the first frame of a type. @throws Error when none comes within a minute */
  async first<T extends ServerFrame['type']>(type: T): Promise<Extract<ServerFrame, { type: T }>> {
    const signal = AbortSignal.timeout(60_000);
    for (;;) {
      const [frame] = this.of(type);
      if (frame !== undefined) return frame;
      await once(this.#came, 'frame', { signal }).catch((cause: unknown) => {
        throw new Error(`There is no ${type} frame`, { cause });
      });
    }
  }

  /**
   * Pings, and waits for the pong: all earlier frames have been handled by then.
   * @returns whether it came; false when the socket was closed instead
   * @throws Error when neither happens within a minute
   */
  async ping(timestamp: number): Promise<boolean> {
    const signal = AbortSignal.timeout(60_000);
    this.send({ type: 'ping', timestamp });
    while (!this.of('pong').some((pong) => pong.timestamp === timestamp)) {
      if (this.#isClosed) return false;
      await once(this.#came, 'frame', { signal });
    }
    return true;
  }

  /** Positions of the frames that report events. */
  get positions(): number[] {
    return this.changes.map(({ position }) => Number(position));
  }

  /** Stops reading from the network; frames pile up. */
  pause(): void {
    this.#socket.pause();
  }

  unpause(): void {
    this.#socket.resume();
  }

  /** Drops the connection without a closing handshake. */
  vanish(): void {
    this.#socket.terminate();
  }

  async close(): Promise<void> {
    if (this.#socket.readyState === WebSocket.CLOSED) return;
    const closed = once(this.#socket, 'close');
    this.#socket.close();
    await closed;
  }
}
