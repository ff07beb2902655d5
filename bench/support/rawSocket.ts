import { connect, type Socket } from 'node:net';
import { origin } from './program.ts';

interface Opening {
  readonly port: number;
  readonly path: string;
  readonly cookie: string;
  /** A message from one place of a buffer to another, until the call returns. */
  readonly onMessage: (buffer: Buffer, from: number, to: number) => void;
}

/** All sockets read into it, one after the other. */
const shared = Buffer.alloc(256 * 1_024);
const opcodes = { text: 1, binary: 2, ping: 9, pong: 10 };
const switched = Buffer.from('HTTP/1.1 101');

/** A frame of a client; a mask of zeros leaves the payload as it is. */
function clientFrame(opcode: number, payload: Buffer): Buffer {
  const isShort = payload.length < 126;
  const head = Buffer.alloc(isShort ? 6 : 8);
  head.writeUInt8(0x80 | opcode, 0);
  head.writeUInt8(0x80 | (isShort ? payload.length : 126), 1);
  if (!isShort) head.writeUInt16BE(payload.length, 2);
  return Buffer.concat([head, payload]);
}

/** Where the payload of the frame at a place starts and ends; the end is beyond the buffer if it is incomplete. */
function placeOf(buffer: Buffer, at: number): { readonly from: number; readonly to: number } {
  const short = (buffer[at + 1] ?? 0) & 0x7f;
  const from = at + (short < 126 ? 2 : short === 126 ? 4 : 10);
  if (from > buffer.length) return { from, to: from };
  const length =
    short < 126 ? short : short === 126 ? buffer.readUInt16BE(at + 2) : buffer.readUInt32BE(at + 6);
  return { from, to: from + length };
}

/**
 * The client's end of a WebSocket over a bare socket, since libraries would cost more than the server that is measured:
 * no compression, no fragments, no checks.
 */
export class RawSocket {
  readonly #socket: Socket;
  readonly #onMessage: Opening['onMessage'];
  /** Of an incomplete frame. */
  #rest: Buffer = Buffer.alloc(0);
  #isOpen = false;

  private constructor({ port, path, cookie, onMessage }: Opening, opened: () => void) {
    this.#onMessage = onMessage;
    const callback = (length: number) => {
      const chunk = shared.subarray(0, length);
      this.#read(this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]), opened);
      return true;
    };
    const onread = { buffer: shared, callback };
    this.#socket = connect({ host: '127.0.0.1', port, noDelay: true, onread });
    this.#socket.on('connect', () =>
      this.#socket.write(
        `GET ${path} HTTP/1.1\r\nhost: localhost\r\norigin: ${origin}\r\n` +
          `cookie: ${cookie}\r\nconnection: Upgrade\r\nupgrade: websocket\r\n` +
          'sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
      ),
    );
  }

  static open(opening: Opening): Promise<RawSocket> {
    return new Promise((resolve, reject) => {
      const raw: RawSocket = new RawSocket(opening, () => resolve(raw));
      raw.#socket.on('error', reject);
      raw.#socket.on('close', () => reject(new Error('The server closed the socket')));
    });
  }

  /** Opens a socket and sends a first message; resolves when the answer has come that contains the welcome. */
  static async greet(opening: Opening, hello: string, welcome: string): Promise<RawSocket> {
    let welcomed: (() => void) | null = null;
    const isWelcome = new Promise<void>((resolve) => {
      welcomed = resolve;
    });
    const onMessage: Opening['onMessage'] = (buffer, from, to) => {
      if (welcomed === null) opening.onMessage(buffer, from, to);
      else if (buffer.subarray(from, to).includes(welcome)) {
        welcomed();
        welcomed = null;
      }
    };
    const socket = await RawSocket.open({ ...opening, onMessage });
    socket.send(hello);
    await isWelcome;
    return socket;
  }

  /** Several messages are sent together. */
  send(...texts: readonly string[]): void {
    this.#socket.write(Buffer.concat(texts.map((text) => clientFrame(opcodes.text, Buffer.from(text)))));
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(buffer: Buffer, opened: () => void): void {
    let at = 0;
    if (!this.#isOpen) {
      const end = buffer.indexOf('\r\n\r\n');
      if (end >= 0 && !buffer.subarray(0, switched.length).equals(switched)) this.#socket.destroy();
      else if (end >= 0) {
        this.#isOpen = true;
        at = end + 4;
        opened();
      }
    }
    if (this.#isOpen) at = this.#readFrames(buffer, at);
    this.#rest = Buffer.from(buffer.subarray(at));
  }

  /** Returns the place after the last complete frame. */
  #readFrames(buffer: Buffer, first: number): number {
    let at = first;
    while (at < buffer.length) {
      const { from, to } = placeOf(buffer, at);
      if (from > buffer.length || to > buffer.length) break;
      const opcode = (buffer[at] ?? 0) & 0x0f;
      if (opcode === opcodes.ping)
        this.#socket.write(clientFrame(opcodes.pong, Buffer.from(buffer.subarray(from, to))));
      else if (opcode <= opcodes.binary) this.#onMessage(buffer, from, to);
      at = to;
    }
    return at;
  }
}
