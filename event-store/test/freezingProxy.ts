import { once } from 'node:events';
import { connect as connectTo, createServer, type Socket } from 'node:net';

/** A way to a server on which connections can be made to fall silent. */
export interface FreezingProxy {
  readonly connectionString: string;
  /** The connections of now stay open and carry nothing more; new ones do. */
  freeze(): void;
  close(): Promise<void>;
}

/** Stands before a server of this machine. */
export async function frozenByProxy(port: number): Promise<FreezingProxy> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connectTo(port, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => sockets.delete(socket));
    }
    near.pipe(far).pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const own = typeof address === 'object' ? address?.port : undefined;
  return {
    connectionString: `esdb://127.0.0.1:${own}?tls=false`,
    freeze() {
      for (const socket of sockets) socket.unpipe().pause();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
