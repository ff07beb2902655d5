import { connect, type Socket } from 'node:net';
import { origin } from './program.ts';

interface Opening {
  readonly port: number;
  readonly path: string;
  readonly cookie: string;
  /** Whole messages; larger ones than a frame are not expected. */
  readonly onMessage: (payload: Buffer) => void;
}

/** Place and length of the payload of the first frame in a buffer; null if it is incomplete. */
function firstFrame(buffer: Buffer): { from: number; to: number; opcode: number } | null {
  if (buffer.length < 2) return null;
  const short = buffer.readUInt8(1);
  const from = short < 126 ? 2 : short === 126 ? 4 : 10;
  if (buffer.length < from) return null;
  const length = short < 126 ? short : short === 126 ? buffer.readUInt16BE(2) : buffer.readUInt32BE(6);
  return buffer.length < from + length
    ? null
    : { from, to: from + length, opcode: buffer.readUInt8(0) & 0x0f };
}

/** A frame of a client; a mask of zeros leaves the payload as it is. */
function clientFrame(opcode: number, payload: Buffer): Buffer {
  const isShort = payload.length < 126;
  const head = Buffer.alloc(isShort ? 6 : 8);
  head.writeUInt8(0x80 | opcode, 0);
  head.writeUInt8(0x80 | (isShort ? payload.length : 126), 1);
  if (!isShort) head.writeUInt16BE(payload.length, 2);
  return Buffer.concat([head, payload]);
}

/**
 * The client's end of a WebSocket over a bare socket, since libraries would cost more than the server that is measured:
 * no compression, no checks.
 */
export class RawSocket {
  readonly #socket: Socket;

  private constructor(socket: Socket) {
    this.#socket = socket;
  }

  static open({ port, path, cookie, onMessage }: Opening): Promise<RawSocket> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port, noDelay: true });
      const raw = new RawSocket(socket);
      let isOpen = false;
      let rest: Buffer = Buffer.alloc(0);
      socket.on('error', reject);
      socket.on('close', () => reject(new Error(`The server closed the socket: ${rest.toString()}`)));
      socket.on('connect', () =>
        socket.write(
          `GET ${path} HTTP/1.1\r\nhost: localhost\r\norigin: ${origin}\r\n` +
            `cookie: ${cookie}\r\nconnection: Upgrade\r\nupgrade: websocket\r\n` +
            'sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
        ),
      );
      socket.on('data', (chunk) => {
        rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
        if (!isOpen) {
          const end = rest.indexOf('\r\n\r\n');
          if (end < 0) return;
          if (!rest.subarray(0, 12).equals(Buffer.from('HTTP/1.1 101'))) {
            socket.destroy();
            return;
          }
          rest = rest.subarray(end + 4);
          isOpen = true;
          resolve(raw);
        }
        for (let frame = firstFrame(rest); frame !== null; frame = firstFrame(rest)) {
          const payload = rest.subarray(frame.from, frame.to);
          rest = rest.subarray(frame.to);
          if (frame.opcode === 9) socket.write(clientFrame(10, payload));
          else if (frame.opcode < 3) onMessage(payload);
        }
      });
    });
  }

  send(text: string): void {
    this.#socket.write(clientFrame(1, Buffer.from(text)));
  }

  close(): void {
    this.#socket.destroy();
  }

  /** Opens a socket and sends a first message; resolves when the answer has come that contains the welcome. */
  static async greet(opening: Opening, hello: string, welcome: string): Promise<RawSocket> {
    let welcomed: (() => void) | null = null;
    const isWelcome = new Promise<void>((resolve) => {
      welcomed = resolve;
    });
    const onMessage = (payload: Buffer) => {
      if (welcomed === null) opening.onMessage(payload);
      else if (payload.includes(welcome)) {
        welcomed();
        welcomed = null;
      }
    };
    const socket = await RawSocket.open({ ...opening, onMessage });
    socket.send(hello);
    await isWelcome;
    return socket;
  }
}
