import { closeCodes, type ServerFrame } from '@pmcw/contracts';
import { bytesFor, type Change } from '../frames/change.ts';
import { serialise } from '../frames/serialise.ts';
import type { GatewayLimits } from '../limits.ts';
import type { Reporting } from '../observer.ts';
import type { Outlet } from './delivery.ts';
import type { OpenSocket } from './openSocket.ts';

/** Shared by all sockets. */
export interface WireParts extends Pick<Reporting, 'observe'> {
  readonly limits: Pick<GatewayLimits, 'socketBacklogBytes' | 'cutOffMs'>;
}

interface Closed {
  readonly status: 'closed';
}
const closed: Closed = { status: 'closed' };

type WireState =
  | Closed
  | { readonly status: 'open'; readonly socket: OpenSocket }
  /** Waiting frames are still delivered if they are read soon. */
  | { readonly status: 'cut-off'; readonly socket: OpenSocket; readonly deadline: number };

/** A closed socket must not be touched; a closed wire does nothing. */
export class Wire implements Outlet {
  readonly #parts: WireParts;
  #state: WireState = closed;

  constructor(parts: WireParts) {
    this.#parts = parts;
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
    this.#state = closed;
  }

  change(change: Change, userId: number): void {
    this.#send(change.frame, bytesFor(change, userId));
  }

  answer(frame: ServerFrame): void {
    if (frame.type === 'resumed' || frame.type === 'resync') this.#parts.observe({ kind: frame.type });
    this.#send(frame.type, serialise(frame));
  }

  together(send: () => void): void {
    if (this.#state.status === 'open') this.#state.socket.cork(send);
  }

  /** Sends what waits, then 4408, so that the reader reconnects. */
  cutOff(): void {
    if (this.#state.status !== 'open') return;
    const { socket } = this.#state;
    this.#state = { status: 'cut-off', socket, deadline: performance.now() + this.#parts.limits.cutOffMs };
    this.#parts.observe({ kind: 'cut_off' });
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

  #send(frame: ServerFrame['type'], bytes: Uint8Array): void {
    this.#parts.observe({ kind: 'sent', frame });
    if (this.#state.status !== 'open') return;
    this.#state.socket.send(bytes, false);
    if (this.waiting > this.#parts.limits.socketBacklogBytes) this.cutOff();
  }
}
