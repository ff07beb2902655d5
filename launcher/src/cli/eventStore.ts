import { openEventStoreDbLog, openPostgresLog, runEventStoreCli } from '@pmcw/event-store';
import { CannotStartError } from '@pmcw/runtime';
import { unconfirmInstance } from '@pmcw/vault';
import type { Settings } from '../settings.ts';
import { runTool } from './tool.ts';

function addressOf(named: string | null, { EVENTSTORE_URL }: Settings): string | null {
  switch (named) {
    case null:
      return EVENTSTORE_URL ?? null;
    case 'DATABASE_URL':
      return null;
    case 'EVENTSTORE_URL':
      if (EVENTSTORE_URL === undefined) throw new CannotStartError('EVENTSTORE_URL is not set');
      return EVENTSTORE_URL;
    default:
      return named;
  }
}

await runTool('event-store', ({ args, out, report, settings, logger: log, signal, database }) => {
  const openLog = async (named: string | null) => {
    const connectionString = addressOf(named, settings) ?? (await database());
    const open = connectionString.startsWith('postgres') ? openPostgresLog : openEventStoreDbLog;
    return open({ connectionString, log });
  };
  const onRestored = async () => unconfirmInstance({ connectionString: await database(), logger: log });
  return runEventStoreCli(args, { openLog, signal, onRestored, report }, out);
});
