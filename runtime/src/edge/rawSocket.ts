import type { EventEmitter } from 'node:events';
import { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { ProblemError, texts } from '@pmcw/contracts';
import { rawProblem } from './rawProblem.ts';

const linger = { ms: 5_000, bytes: 32 * 1024 * 1024 };

/**
 * Node removes its own `error` listener before it hands a connection over, and an error without a listener would end
 * the process.
 */
export function endWhenBroken(socket: Duplex): void {
  socket.on('error', () => socket.destroy());
}

export type Upgraded = (message: IncomingMessage, socket: Duplex, head: Buffer) => void;

export function onUpgrade(emitter: EventEmitter, handle: Upgraded): void {
  emitter.on('upgrade', (message: IncomingMessage, socket: Duplex, head: Buffer) => {
    endWhenBroken(socket);
    handle(message, socket, head);
  });
}

/**
 * Refuses and closes a raw connection. Further data is read within limits, otherwise a reset could hide the refusal.
 */
export function refuseRaw(socket: Duplex, refusal: ProblemError): void {
  endWhenBroken(socket);
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(rawProblem(refusal));
  let left = linger.bytes;
  socket.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) socket.destroy();
  });
  const timer = setTimeout(() => socket.destroy(), linger.ms);
  socket.once('close', () => clearTimeout(timer));
}

export function brokenRequest(code: string | undefined): ProblemError {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ProblemError('request_timeout', texts.refusals.tooSlow);
    case 'HPE_HEADER_OVERFLOW':
      return new ProblemError('headers_too_large', texts.refusals.tooLarge);
    default:
      return new ProblemError('invalid_input', texts.refusals.invalidInput);
  }
}

/**
 * A request with `upgrade` only for a WebSocket handshake on `/ws`. Other `Upgrade` headers are ignored (RFC 9110
 * §7.8), otherwise Node would hand over or cut off their connections.
 */
export class SocketRequest extends IncomingMessage {
  private isOffered = false;

  get upgrade(): boolean {
    // Node counts CONNECT as an upgrade, and it is never HTTP.
    return this.isOffered && (this.method === 'CONNECT' || isSocketHandshake(this));
  }

  /** Set by Node from the headers. */
  set upgrade(isOffered: boolean) {
    this.isOffered = isOffered;
  }
}

function isSocketHandshake({ method, url = '', headers }: IncomingMessage): boolean {
  const [path] = url.split('?');
  return method === 'GET' && path === '/ws' && /^\s*websocket\s*$/i.test(headers.upgrade ?? '');
}
