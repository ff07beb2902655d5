import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below 32768, where Linux begins to hand out numbers to outgoing connections: none of those can take one of these. */
const lowest = 10_000;
const highest = 30_000;
/** Numbers that a process begins with; the next process has the next ones. */
const share = 100;

let next = lowest + (process.pid % ((highest - lowest) / share)) * share;

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  const listened = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  if (listened) {
    server.close();
    await once(server, 'close');
  }
  return listened;
}

/**
 * A port on loopback for a process that a spec will start later: nobody listens on it now, this process is never given
 * it again, and neither another worker of the run nor the kernel will take it meanwhile.
 */
export async function freePort(): Promise<number> {
  for (let tries = lowest; tries < highest; tries += 1) {
    const port = next;
    next = port + 1 < highest ? port + 1 : lowest;
    if (await isFree(port)) return port;
  }
  throw new Error(`Every port from ${lowest} to ${highest} is taken`);
}
