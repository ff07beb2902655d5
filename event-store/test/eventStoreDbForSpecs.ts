import { afterEach } from 'vitest';
import { type EventStoreDbLog, type EventStoreDbLogOptions, openEventStoreDbLog } from '../src/index.ts';
import { startWireCluster, type WireCluster } from './wire/cluster.ts';
import { startWireServer, type WireServer, type WireServerOptions } from './wire/server.ts';

/** Servers and logs for a spec file, closed after each spec. */
export interface EventStoreDbForSpecs {
  server(options?: WireServerOptions): Promise<WireServer>;
  cluster(size: number): Promise<WireCluster>;
  /** Opens a log, which may be closed early. */
  open(
    where: { readonly connectionString: string },
    options?: Partial<EventStoreDbLogOptions>,
  ): Promise<EventStoreDbLog>;
}

/** Closes in reverse order after each spec. */
export function eventStoreDbForSpecs(): EventStoreDbForSpecs {
  const opened: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of opened.splice(0).reverse()) await close();
  });
  return {
    async server(options) {
      const server = await startWireServer(options);
      opened.push(() => server.stop());
      return server;
    },
    async cluster(size) {
      const cluster = await startWireCluster(size);
      opened.push(() => cluster.stop());
      return cluster;
    },
    async open({ connectionString }, options = {}) {
      const log = await openEventStoreDbLog({ connectionString, ...options });
      opened.push(() => log.close());
      return log;
    },
  };
}
