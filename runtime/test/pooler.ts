import { once } from 'node:events';
import { createServer, Socket } from 'node:net';
import pg from 'pg';

export interface Pooler {
  /** Of the same database, through the pooler. */
  readonly url: string;
  close(): Promise<void>;
}

const authenticated = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]);
const idle = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
const sslRequest = 80_877_103;

const refusalOf = (parameter: string): Buffer => {
  const fields = Buffer.from(`SFATAL\0C08P01\0Munsupported startup parameter: ${parameter}\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
};

/** Signed in, and then only a stream of bytes. */
async function serverSocket(connectionString: string): Promise<Socket> {
  const socket = new Socket();
  const client = new pg.Client({ connectionString, stream: () => socket });
  client.on('error', () => undefined);
  await client.connect();
  socket.removeAllListeners('data');
  return socket.on('error', () => undefined);
}

/** Whether the last of whole messages says that no transaction is open. */
const endsTransaction = (data: Buffer): boolean => data.subarray(-idle.length).equals(idle);

/**
 * A fake PgBouncer in transaction mode: gives a session of the server back after each transaction, to any
 * connection. `deploy/test/pgbouncer.check.spec.ts` has the real one.
 * @param refused startup parameters that it does not know
 */
export async function startPooler(databaseUrl: string, refused: readonly string[] = []): Promise<Pooler> {
  const free: Socket[] = [];
  const all = new Set<Socket>();

  async function take(): Promise<Socket> {
    const server = free.pop() ?? (await serverSocket(databaseUrl));
    all.add(server);
    return server;
  }

  function serve(client: Socket): void {
    let server: Promise<Socket> | null = null;
    const forward = async (data: Buffer) => {
      server ??= take().then((socket) =>
        socket.on('data', (answer: Buffer) => {
          client.write(answer);
          if (!endsTransaction(answer)) return;
          socket.removeAllListeners('data');
          server = null;
          free.push(socket);
        }),
      );
      (await server).write(data);
    };
    all.add(client);
    client.on('error', () => undefined).on('close', () => void server?.then((socket) => socket.destroy()));
    client.once('data', (startup: Buffer) => {
      if (startup.readInt32BE(4) === sslRequest) return void client.end();
      const unknown = refused.find((parameter) => startup.includes(`${parameter}\0`));
      if (unknown !== undefined) return void client.end(refusalOf(unknown));
      client.on('data', (data: Buffer) => void forward(data));
      client.write(Buffer.concat([authenticated, idle]));
    });
  }

  const listener = createServer(serve).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('The pooler has no port');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(address.port);
  return {
    url: url.href,
    async close() {
      for (const socket of all) socket.destroy();
      listener.close();
      await once(listener, 'close');
    },
  };
}
