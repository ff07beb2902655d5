import { once } from 'node:events';
import { connect as connectTo, createServer, type Socket } from 'node:net';

/** A proxy that can freeze connections. */
export interface FreezingProxy {
  readonly connectionString: string;
  /** Existing connections stay open without data; new ones work. */
  freeze(): void;
  close(): Promise<void>;
}

/** Starts a proxy for a local server. */
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
