import type { WebSocket } from 'uWebSockets.js';
import { closeCodes } from '@pmcw/contracts';

export interface WireOptions {
  readonly backlogBytes: number;
  /** How long a cut-off reader may take to read what waits for it, in milliseconds. */
  readonly cutOffMs: number;
  /** Called once, when the reader is cut off. */
  readonly onCutOff: () => void;
}

type State<Data> =
  | { readonly status: 'closed' }
  | { readonly status: 'open'; readonly ws: WebSocket<Data> }
  /** Nothing more is sent; what waits is still delivered, in order and without a gap, if it is read soon. */
  | { readonly status: 'cut-off'; readonly ws: WebSocket<Data>; readonly deadline: number };

/**
 * Sends bytes to one reader. Safe at any time: a closed uWebSockets.js socket throws when touched, a closed wire does
 * nothing.
 */
export class Wire<Data> {
  readonly #options: WireOptions;
  #state: State<Data> = { status: 'closed' };

  constructor(options: WireOptions) {
    this.#options = options;
  }

  get isOpen(): boolean {
    return this.#state.status === 'open';
  }

  get waiting(): number {
    return this.#state.status === 'closed' ? 0 : this.#state.ws.getBufferedAmount();
  }

  opened(ws: WebSocket<Data>): void {
    this.#state = { status: 'open', ws };
  }

  /** Records the closing; the socket must no longer be touched. */
  closed(): void {
    this.#state = { status: 'closed' };
  }

  /** Sends a text frame. Cuts off a reader with too much waiting for it. */
  send(bytes: Uint8Array): void {
    if (this.#state.status !== 'open') return;
    this.#state.ws.send(bytes, false);
    if (this.waiting > this.#options.backlogBytes) this.cutOff();
  }

  /** Packs what `send` sends into few packets. */
  together(send: () => void): void {
    if (this.#state.status === 'open') this.#state.ws.cork(send);
  }

  /** Stops sending: the reader gets what waits for it, then 4408, and has to reconnect. */
  cutOff(): void {
    if (this.#state.status !== 'open') return;
    const { ws } = this.#state;
    this.#state = { status: 'cut-off', ws, deadline: Date.now() + this.#options.cutOffMs };
    this.#options.onCutOff();
    this.drained();
  }

  /** Handles that the reader has read some or all of what waited for it. */
  drained(): void {
    if (this.#state.status === 'cut-off' && this.waiting === 0) this.end(closeCodes.slowReader);
  }

  /** Drops a cut-off reader that took too long. `now` in milliseconds. */
  tick(now: number): void {
    if (this.#state.status === 'cut-off' && now > this.#state.deadline) this.drop();
  }

  end(code: number, reason = ''): void {
    if (this.#state.status !== 'closed') this.#state.ws.end(code, reason);
  }

  /** Closes without a closing frame and discards what waits. */
  drop(): void {
    if (this.#state.status !== 'closed') this.#state.ws.close();
  }
}
