import type { WebSocket } from 'uWebSockets.js';
import { closeCodes } from '@pmcw/contracts';

/** Bounds of a wire. */
export interface WireOptions {
  /** Bytes that may wait for the reader before it is cut off. */
  readonly backlogBytes: number;
  /** How long a cut-off reader may take to take in what waits for it, in milliseconds. */
  readonly cutOffMs: number;
  /** Told once, when the reader is cut off. */
  readonly onCutOff: () => void;
}

type State<Data> =
  | { readonly status: 'closed' }
  | { readonly status: 'open'; readonly ws: WebSocket<Data> }
  /** Nothing more is sent; what waits is still delivered, in order and without a gap, if it is taken in soon. */
  | { readonly status: 'cut-off'; readonly ws: WebSocket<Data>; readonly deadline: number };

/**
 * The bytes' way out to one reader. May be used at any time: a closed socket of uWebSockets.js throws when it is
 * touched, a closed wire does nothing.
 */
export class Wire<Data> {
  readonly #options: WireOptions;
  #state: State<Data> = { status: 'closed' };

  constructor(options: WireOptions) {
    this.#options = options;
  }

  /** Whether bytes can be sent. */
  get isOpen(): boolean {
    return this.#state.status === 'open';
  }

  /** Bytes that wait for the reader. */
  get waiting(): number {
    return this.#state.status === 'closed' ? 0 : this.#state.ws.getBufferedAmount();
  }

  /** The socket opened. */
  opened(ws: WebSocket<Data>): void {
    this.#state = { status: 'open', ws };
  }

  /** The socket closed; it must not be touched any more. */
  closed(): void {
    this.#state = { status: 'closed' };
  }

  /** Sends a text frame. A reader with too much waiting for it is cut off. */
  send(bytes: Uint8Array): void {
    if (this.#state.status !== 'open') return;
    this.#state.ws.send(bytes, false);
    if (this.waiting > this.#options.backlogBytes) this.cutOff();
  }

  /** Runs something that sends much, packed into few packets. */
  together(send: () => void): void {
    if (this.#state.status === 'open') this.#state.ws.cork(send);
  }

  /** The reader can't keep up: it gets what waits for it, then 4408, and has to come back. */
  cutOff(): void {
    if (this.#state.status !== 'open') return;
    const { ws } = this.#state;
    this.#state = { status: 'cut-off', ws, deadline: Date.now() + this.#options.cutOffMs };
    this.#options.onCutOff();
    this.drained();
  }

  /** The reader took in what waited for it, or some of it. */
  drained(): void {
    if (this.#state.status === 'cut-off' && this.waiting === 0) this.end(closeCodes.slowReader);
  }

  /** Drops a cut-off reader that took too long. `now` in milliseconds. */
  tick(now: number): void {
    if (this.#state.status === 'cut-off' && now > this.#state.deadline) this.drop();
  }

  /** Closes with a code. */
  end(code: number, reason = ''): void {
    if (this.#state.status !== 'closed') this.#state.ws.end(code, reason);
  }

  /** Closes without a word, and lets go of what waits. */
  drop(): void {
    if (this.#state.status !== 'closed') this.#state.ws.close();
  }
}
