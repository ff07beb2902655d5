import type { WebSocket } from 'uWebSockets.js';
import { closeCodes } from '@pmcw/contracts';

export interface WireOptions {
  readonly backlogBytes: number;
  readonly cutOffMs: number;
  readonly onCutOff: () => void;
}

type WireState<Data> =
  | { readonly status: 'closed' }
  | { readonly status: 'open'; readonly ws: WebSocket<Data> }
  /** Waiting frames are still delivered if they are read soon. */
  | { readonly status: 'cut-off'; readonly ws: WebSocket<Data>; readonly deadline: number };

/** A closed uWebSockets.js socket throws when touched; a closed wire does nothing. */
export class Wire<Data> {
  readonly #options: WireOptions;
  #state: WireState<Data> = { status: 'closed' };

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

  closed(): void {
    this.#state = { status: 'closed' };
  }

  send(bytes: Uint8Array): void {
    if (this.#state.status !== 'open') return;
    this.#state.ws.send(bytes, false);
    if (this.waiting > this.#options.backlogBytes) this.cutOff();
  }

  together(send: () => void): void {
    if (this.#state.status === 'open') this.#state.ws.cork(send);
  }

  /** Sends what waits, then 4408, so that the reader reconnects. */
  cutOff(): void {
    if (this.#state.status !== 'open') return;
    const { ws } = this.#state;
    this.#state = { status: 'cut-off', ws, deadline: performance.now() + this.#options.cutOffMs };
    this.#options.onCutOff();
    this.drained();
  }

  drained(): void {
    if (this.#state.status === 'cut-off' && this.waiting === 0) this.end(closeCodes.slowReader);
  }

  tick(now: number): void {
    if (this.#state.status === 'cut-off' && now > this.#state.deadline) this.drop();
  }

  end(code: number, reason = ''): void {
    if (this.#state.status !== 'closed') this.#state.ws.end(code, reason);
  }

  drop(): void {
    if (this.#state.status !== 'closed') this.#state.ws.close();
  }
}
