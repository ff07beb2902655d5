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

/** Spec §4 "Realtime connection". Connected means that the server knows who is here. */
export type ConnectionStatus = 'disconnected' | 'connecting' | 'connected';

/** What the connection needs of the world, and whom it tells. */
export interface ConnectionOptions {
  readonly open: OpenSocket;
  /** What to say first on a socket that has just opened: who is here, and up to where nothing is missing. */
  readonly greeting: () => Promise<ClientFrame>;
  readonly clock: Clock;
  /** Every frame besides pongs, in order; the first one is `authenticated`. */
  readonly onFrame: (frame: ServerFrame) => void;
  readonly onStatus: (status: ConnectionStatus) => void;
  /** All attempts of a round failed; the next comes after a long rest. */
  readonly onExhausted: () => void;
  /** The server ended the session and says why, or does not know it (null). Attempts go on until `stop`. */
  readonly onSignedOut: (reason: SignedOutReason | null) => void;
}

/** A socket that is neither opened nor authenticated by then is given up. */
const connectWithinMs = 10_000;

const frameText = v.pipe(v.string(), v.parseJson(), serverFrameSchema);

/** The socket to the server: kept open, checked by heartbeat, opened again on the schedule of spec §9. */
export class RealtimeConnection {
  readonly #options: ConnectionOptions;
  #status: ConnectionStatus = 'disconnected';
  #socket: Socket | null = null;
  #failed = 0;
  #isStopped = false;
  #cancelRetry: () => void = () => undefined;
  /** Ends whatever the socket of now is being timed for: getting through, the next ping, its pong. */
  #cancelTimer: () => void = () => undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /** Where the connection stands. */
  get status(): ConnectionStatus {
    return this.#status;
  }

  /** Connects now if it isn't connected or connecting. */
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

  /** Sends a frame; without a socket it goes nowhere. */
  send(frame: ClientFrame): void {
    this.#socket?.send(JSON.stringify(frame));
  }

  /** Gives up the socket of now, as after a failure: the schedule decides when there is another. */
  drop(): void {
    this.#socket?.discard();
    this.#closed(0);
  }

  /** Ends the connection for good. */
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
    // What an older app does not understand, a newer one fetches (offline/README.md).
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
        this.#failed = 0;
        this.#become('connected');
        this.#awaitNextPing();
        break;
      default:
        break;
    }
    this.#options.onFrame(frame.output);
  }

  #awaitNextPing(): void {
    const { pingEveryMs, pongWithinMs } = realtimeTiming;
    this.#time(pingEveryMs, () => {
      this.send({ type: 'ping', timestamp: this.#options.clock.now() });
      this.#time(pongWithinMs, () => this.drop());
    });
  }

  #time(ms: number, task: () => void): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#options.clock.after(ms, task);
  }

  #closed(code: number, reason: SignedOutReason | null = null): void {
    if (this.#status === 'disconnected') return;
    this.#cancelTimer();
    this.#socket = null;
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
