import { once } from 'node:events';
import { createServer } from 'node:net';

/** Linux assigns ports from 32768 on to outgoing connections, so none of those can take one of these. */
const lowest = 10_000;
const highest = 30_000;
/** Ports per process. */
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
 * A loopback port for a process that a spec starts later: free now, never returned again in this process, and not used
 * by other workers of the run or the kernel.
 */
export async function freePort(): Promise<number> {
  for (let tries = lowest; tries < highest; tries += 1) {
    const port = next;
    next = port + 1 < highest ? port + 1 : lowest;
    if (await isFree(port)) return port;
  }
  throw new Error(`Every port from ${lowest} to ${highest} is taken`);
}
