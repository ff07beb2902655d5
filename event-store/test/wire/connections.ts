import { once } from 'node:events';
import { createServer, type Server as NetServer, type Socket } from 'node:net';

/** The server’s own sockets, to break them like a network. */
export class Connections {
  readonly #sockets = new Set<Socket>();
  readonly #listener: NetServer;

  constructor(serve: (socket: Socket) => void) {
    this.#listener = createServer((socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
      socket.on('error', () => socket.destroy());
      serve(socket);
    });
  }

  /** @returns the port, a free one for 0 */
  async listen(host: string, port: number): Promise<number> {
    this.#listener.listen(port, host);
    await once(this.#listener, 'listening');
    const address = this.#listener.address();
    if (address === null || typeof address === 'string') throw new Error('The server has no port');
    return address.port;
  }

  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Breaks all connections and accepts no more. */
  async close(): Promise<void> {
    const closed = once(this.#listener, 'close');
    this.#listener.close();
    this.cut();
    await closed;
  }
}
