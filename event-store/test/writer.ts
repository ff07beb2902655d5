import { randomUUID } from 'node:crypto';
import { openEventLog } from '../src/index.ts';
import { anEvent } from './events.ts';

/**
 * A process that appends: `writer.ts <url> <writer name> <appends> <callers>`. Each caller appends to a stream of
 * its own, one to three events at a time, always expecting the exact revision.
 */
const [url = '', name = '', appends = '0', callers = '1'] = process.argv.slice(2);
const log = await openEventLog({
  connectionString: url,
  ...(url.startsWith('esdb') ? { eventStoreUrl: url } : {}),
});

async function call(): Promise<void> {
  const stream = `${name}-${randomUUID()}`;
  let revision = -1;
  for (let n = 0; n < Number(appends); n += 1) {
    const events = Array.from({ length: 1 + (n % 3) }, () => anEvent({ type: name }));
    const expected = revision < 0 ? 'no-stream' : revision;
    ({ revision } = await log.append(stream, expected, events));
  }
}

await Promise.all(Array.from({ length: Number(callers) }, call));
await log.close();
