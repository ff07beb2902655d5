import type { EventEmitter } from 'node:events';
import { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { ProblemError, texts } from '@pmcw/contracts';
import { rawProblem } from './rawProblem.ts';

/** Bounds of what is still read from a peer that was refused: milliseconds, and bytes. */
const linger = { ms: 5_000, bytes: 32 * 1024 * 1024 };

/**
 * Ends the connection when it breaks. A stream without a listener for `error` would end the process instead, and Node takes
 * its own listener off a connection before it hands it over.
 */
export function endWhenBroken(socket: Duplex): void {
  socket.on('error', () => socket.destroy());
}

/** What a side of an upgrade gets: the request or the answer, its connection, and the first bytes after it. */
export type Upgraded = (message: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Calls the handler with each upgrade of a server or a client request; no peer can end the process meanwhile. */
export function onUpgrade(emitter: EventEmitter, handle: Upgraded): void {
  emitter.on('upgrade', (message: IncomingMessage, socket: Duplex, head: Buffer) => {
    endWhenBroken(socket);
    handle(message, socket, head);
  });
}

/**
 * Refuses on a connection that belongs to no request, and closes it. What the peer still sends is read within bounds: if it
 * were not, the kernel would answer with a reset, which destroys the refusal before the peer has read it.
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

/** A request that could not be parsed, by the code of the parser's error. */
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
 * A request that asks for an upgrade only when it is the handshake of a WebSocket for `/ws`. Any other `Upgrade` is ignored,
 * as RFC 9110 §7.8 allows: the request is answered as HTTP/1.1. Without this Node would hand over the connection of every
 * request that has one, or cut it off.
 */
export class SocketRequest extends IncomingMessage {
  private isOffered = false;

  get upgrade(): boolean {
    // CONNECT counts as an upgrade in Node, and is no HTTP in any case.
    return this.isOffered && (this.method === 'CONNECT' || isSocketHandshake(this));
  }

  /** Node notes here that the headers offer an upgrade, and takes it back on a server that listens for none. */
  set upgrade(isOffered: boolean) {
    this.isOffered = isOffered;
  }
}

function isSocketHandshake({ method, url = '', headers }: IncomingMessage): boolean {
  const [path] = url.split('?');
  return method === 'GET' && path === '/ws' && /^\s*websocket\s*$/i.test(headers.upgrade ?? '');
}
