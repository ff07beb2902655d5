import { openPostgresLog } from '../src/index.ts';

/**
 * A process that follows a log from its start: `millionReader.ts <url> <last position> <batch size>`. Prints how far it
 * got, each position once and in order, its largest batch, and ten heap sizes on the way. Run with --expose-gc, to
 * measure only live objects.
 */
const [url = '', end = '0', size = '1'] = process.argv.slice(2);
const last = BigInt(end);
const measureEvery = last / 10n;

function heapNow(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

if (globalThis.gc === undefined) throw new Error('Run with --expose-gc');
const log = await openPostgresLog({ connectionString: url });

const heaps: number[] = [];
let seen = 0n;
let largest = 0;
await new Promise<void>((resolve, reject) => {
  const subscription = log.subscribe(
    0n,
    async ({ events, position }) => {
      largest = Math.max(largest, events.length);
      for (const event of events) {
        if (event.position !== seen + 1n) throw new Error(`${event.position} came after ${seen}`);
        seen = event.position;
      }
      if (seen >= measureEvery * BigInt(heaps.length + 1)) heaps.push(heapNow());
      if (position === last) resolve();
    },
    { batchSize: Number(size) },
  );
  subscription.done.catch(reject);
});

console.log(JSON.stringify({ seen: seen.toString(), largest, heaps }));
await log.close();
