import path from 'node:path';
import { freePort } from '@pmcw/testing';
import { programOf } from '@pmcw/testing/program';
import { root, TestProcess } from './process.ts';

/** A wire-level EventStoreDB process, whose log is lost when it ends. */
export interface EventStoreDb {
  readonly url: string;
  stop(): Promise<unknown>;
}

export async function startEventStoreDb(): Promise<EventStoreDb> {
  const port = await freePort();
  const server = new TestProcess({
    args: [await programOf(path.join(root, 'event-store/test/wire/main.ts')), String(port)],
    env: {},
    says: `ready esdb://127.0.0.1:${port}`,
    isReady: async () => true,
  });
  await server.start();
  return { url: `esdb://127.0.0.1:${port}?tls=false`, stop: () => server.stop('SIGKILL') };
}
