import { runningPostgresUrl } from '@pmcw/launcher/postgres';
import { type FaultProxy, startFaultProxy } from './faults.ts';
import { type Instance, startInstance } from './instance.ts';
import { openSentMessages, type SentMessages } from './sentMessages.ts';

/** A product behind a bad network, and the messages in its log. */
export interface FaultyProduct {
  readonly url: string;
  readonly instance: Instance;
  readonly proxy: FaultProxy;
  readonly sent: SentMessages;
  /** Kills its process at any moment, and starts it again; concurrent calls queue. */
  restart(): Promise<void>;
  remove(): Promise<void>;
}

/** Starts a product whose public address is the proxy's. */
export async function startFaultyProduct(
  settings: Readonly<Record<string, string>> = {},
): Promise<FaultyProduct> {
  const proxy = await startFaultProxy();
  const instance = await startInstance('postgres', { settings: { PUBLIC_URL: proxy.url, ...settings } });
  proxy.leadTo(Number(new URL(instance.url).port));
  let sent = await openSentOf(instance);
  let latest = Promise.resolve();
  const killAndStart = async () => {
    await instance.stop('SIGKILL');
    await instance.start();
    // Its PostgreSQL may be another process now.
    await sent.close();
    sent = await openSentOf(instance);
  };
  return {
    url: proxy.url,
    instance,
    proxy,
    get sent() {
      return sent;
    },
    restart() {
      latest = latest.then(killAndStart);
      return latest;
    },
    async remove() {
      await sent.close();
      await proxy.close();
      await instance.remove();
    },
  };
}

async function openSentOf({ dataDir }: Instance): Promise<SentMessages> {
  const server = await runningPostgresUrl(dataDir);
  if (server === null) throw new Error('The product runs without its PostgreSQL');
  const database = new URL(server);
  database.pathname = '/pmcw';
  return openSentMessages(database.href);
}
