import { closeCodes } from '@pmcw/contracts';
import type { OpenSocket } from './openSocket.ts';

export interface WireOptions {
  readonly backlogBytes: number;
  readonly cutOffMs: number;
  readonly onCutOff: () => void;
}

type WireState =
  | { readonly status: 'closed' }
  | { readonly status: 'open'; readonly socket: OpenSocket }
  /** Waiting frames are still delivered if they are read soon. */
  | { readonly status: 'cut-off'; readonly socket: OpenSocket; readonly deadline: number };

/** A closed socket must not be touched; a closed wire does nothing. */
export class Wire {
  readonly #options: WireOptions;
  #state: WireState = { status: 'closed' };

  constructor(options: WireOptions) {
    this.#options = options;
  }

  get isOpen(): boolean {
    return this.#state.status === 'open';
  }

  get waiting(): number {
    return this.#state.status === 'closed' ? 0 : this.#state.socket.getBufferedAmount();
  }

  opened(socket: OpenSocket): void {
    this.#state = { status: 'open', socket };
  }

  closed(): void {
    this.#state = { status: 'closed' };
  }

  send(bytes: Uint8Array): void {
    if (this.#state.status !== 'open') return;
    this.#state.socket.send(bytes, false);
    if (this.waiting > this.#options.backlogBytes) this.cutOff();
  }

  together(send: () => void): void {
    if (this.#state.status === 'open') this.#state.socket.cork(send);
  }

  /** Sends what waits, then 4408, so that the reader reconnects. */
  cutOff(): void {
    if (this.#state.status !== 'open') return;
    const { socket } = this.#state;
    this.#state = { status: 'cut-off', socket, deadline: performance.now() + this.#options.cutOffMs };
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
    if (this.#state.status !== 'closed') this.#state.socket.end(code, reason);
  }

  drop(): void {
    if (this.#state.status !== 'closed') this.#state.socket.close();
  }
}
