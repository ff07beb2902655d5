import {
  type ClientFrame,
  closeCodes,
  realtimeTiming,
  type ServerFrame,
  type SignedOutReason,
  serverFrameSchema,
} from '@pmcw/contracts';
import * as v from 'valibot';
import type { Clock } from '../offline/clock.ts';
import { nextReconnect } from './reconnect.ts';
import type { OpenSocket, Socket } from './socket.ts';

/** Spec §4 "Realtime connection". `connected`: the server has authenticated the member. */
export type ConnectionStatus = 'disconnected' | 'connecting' | 'connected';

interface ConnectionOptions {
  readonly open: OpenSocket;
  /** The first frame: who connects, and up to which position nothing is missing. */
  readonly greeting: () => Promise<ClientFrame>;
  readonly clock: Clock;
  /** Every frame except pongs, in order, `authenticated` first. */
  readonly onFrame: (frame: ServerFrame) => void;
  readonly onStatus: (status: ConnectionStatus) => void;
  /** All attempts of a round failed; the next one follows after a long rest. */
  readonly onExhausted: () => void;
  /** The server ended the session, or does not know it (null). Attempts continue until `stop`. */
  readonly onSignedOut: (reason: SignedOutReason | null) => void;
}

const connectWithinMs = 10_000;
/** A connection that lasted this long restarts the schedule; a server may accept clients and close at once. */
const steadyMs = 10_000;

const frameText = v.pipe(v.string(), v.parseJson(), serverFrameSchema);

/** The socket to the server: checked by heartbeat, and reopened on the schedule of spec §9. */
export class RealtimeConnection {
  readonly #options: ConnectionOptions;
  #status: ConnectionStatus = 'disconnected';
  #socket: Socket | null = null;
  #failed = 0;
  #connectedAt = 0;
  #isAwaitingPong = false;
  #isStopped = false;
  #cancelRetry: () => void = () => undefined;
  /** Cancels the socket's current timer: authentication, next ping, or pong. */
  #cancelTimer: () => void = () => undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  get status(): ConnectionStatus {
    return this.#status;
  }

  connect(): void {
    if (this.#isStopped || this.#status !== 'disconnected') return;
    this.#cancelRetry();
    this.#become('connecting');
    this.#socket = this.#options.open({
      onOpen: () => void this.#greet(),
      onText: (text) => this.#received(text),
      onClose: (code) => this.#closed(code),
    });
    this.#time(connectWithinMs, () => this.drop());
  }

  /** The device may have slept: checks the socket at once, or connects. */
  wake(): void {
    if (this.#status !== 'connected') this.connect();
    else if (!this.#isAwaitingPong) this.#ping();
  }

  /** Ignored without a socket. */
  send(frame: ClientFrame): void {
    this.#socket?.send(JSON.stringify(frame));
  }

  /** Closes the socket as after a failure; the schedule decides about the next one. */
  drop(): void {
    this.#socket?.discard();
    this.#closed(0);
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancelRetry();
    this.drop();
  }

  async #greet(): Promise<void> {
    const socket = this.#socket;
    const greeting = await this.#options.greeting().catch(() => null);
    if (socket !== this.#socket) return;
    if (greeting === null) this.drop();
    else this.send(greeting);
  }

  #received(text: string): void {
    const frame = v.safeParse(frameText, text);
    // Newer frames are fetched after an update of the app (offline/README.md).
    if (!frame.success) return;
    switch (frame.output.type) {
      case 'pong':
        this.#awaitNextPing();
        return;
      case 'signed_out':
        this.#socket?.discard();
        this.#closed(closeCodes.signedOut, frame.output.reason);
        return;
      case 'authenticated':
        this.#connectedAt = this.#options.clock.elapsed();
        this.#become('connected');
        this.#awaitNextPing();
        break;
      default:
        break;
    }
    this.#options.onFrame(frame.output);
  }

  #awaitNextPing(): void {
    this.#isAwaitingPong = false;
    this.#time(realtimeTiming.pingEveryMs, () => this.#ping());
  }

  #ping(): void {
    this.#isAwaitingPong = true;
    this.send({ type: 'ping', timestamp: this.#options.clock.now() });
    this.#time(realtimeTiming.pongWithinMs, () => this.drop());
  }

  #time(ms: number, task: () => void): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#options.clock.after(ms, task);
  }

  #closed(code: number, reason: SignedOutReason | null = null): void {
    if (this.#status === 'disconnected') return;
    this.#cancelTimer();
    this.#socket = null;
    const { clock } = this.#options;
    if (this.#status === 'connected' && clock.elapsed() - this.#connectedAt >= steadyMs) this.#failed = 0;
    this.#become('disconnected');
    if (this.#isStopped) return;
    this.#scheduleReconnect();
    if (code === closeCodes.notAuthenticated || code === closeCodes.signedOut) {
      this.#options.onSignedOut(reason);
    }
  }

  #scheduleReconnect(): void {
    const { clock, onExhausted } = this.#options;
    const next = nextReconnect(this.#failed, clock.random());
    this.#failed = next.failed;
    this.#cancelRetry = clock.after(next.delayMs, () => this.connect());
    if (next.isExhausted) onExhausted();
  }

  #become(status: ConnectionStatus): void {
    this.#status = status;
    this.#options.onStatus(status);
  }
}
