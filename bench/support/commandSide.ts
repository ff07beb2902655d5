/**
 * The command side alone, as a process: vault, log and command service on HTTP; nothing follows the log. Takes
 * DATABASE_URL, PORT and PUBLIC_URL from the environment.
 */

import { randomBytes } from 'node:crypto';
import { createCommandService } from '@pmcw/command-service';
import { eventTypes } from '@pmcw/contracts/events';
import { createEventStore, openPostgresLog } from '@pmcw/event-store';
import { createHttpServer } from '@pmcw/http';
import { onlyIncarnation } from '@pmcw/runtime';
import { openVault } from '@pmcw/vault';

const connectionString = process.env.DATABASE_URL ?? '';
const port = Number(process.env.PORT);
const vault = await openVault({ connectionString, masterKey: randomBytes(32) });
const log = await openPostgresLog({ connectionString });
const eventStore = createEventStore(log, eventTypes, vault.sealer);
const service = createCommandService({ eventStore, vault, rateLimits: 'off' });
await service.start();
const app = await createHttpServer({
  vault,
  publicUrl: process.env.PUBLIC_URL ?? '',
  incarnations: onlyIncarnation,
});
await app.register(service.plugin);
await app.listen({ port, host: '127.0.0.1' });
process.once('SIGTERM', async () => {
  await app.close();
  await service.close();
  await log.close();
  await vault.close();
  process.exit(0);
});
