import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { openEventLog } from '../src/index.ts';
import { anEvent } from './events.ts';

/**
 * A process that appends: `writer.ts <url> <writer name> <appends> <callers>`. Each caller appends to its own stream,
 * one to three events at a time, always with the exact revision. Prints `ready` after their first appends, and
 * continues after a line on its input.
 */
const [url = '', name = '', appends = '0', callers = '1'] = process.argv.slice(2);
const log = await openEventLog({
  connectionString: url,
  ...(url.startsWith('esdb') ? { eventStoreUrl: url } : {}),
});

async function call(signal: Promise<unknown>, appended: () => void): Promise<void> {
  const stream = `${name}-${randomUUID()}`;
  let revision = -1;
  for (let n = 0; n < Number(appends); n += 1) {
    const events = Array.from({ length: 1 + (n % 3) }, () => anEvent({ type: name }));
    const expected = revision < 0 ? 'no-stream' : revision;
    ({ revision } = await log.append(stream, expected, events));
    if (n === 0) {
      appended();
      await signal;
    }
  }
}

const signal = once(process.stdin, 'data');
let ready = 0;
const appended = () => {
  ready += 1;
  if (ready === Number(callers)) console.log('ready');
};
await Promise.all(Array.from({ length: Number(callers) }, () => call(signal, appended)));
process.stdin.destroy();
await log.close();
