import { openPostgresLog, runEventStoreCli } from '../../src/index.ts';

/**
 * A process that moves a log through a file: `moveProcess.ts <from url> <file> <to url>`. Prints the exit codes of
 * export, import and verify, and heap sizes on the way. Run with --expose-gc, to measure only live objects.
 */
const [from = '', file = '', to = ''] = process.argv.slice(2);
const measureEveryMs = 200;

function heapNow(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

if (globalThis.gc === undefined) throw new Error('Run with --expose-gc');
const heaps: number[] = [];
const measuring = setInterval(() => heaps.push(heapNow()), measureEveryMs);
const deps = {
  openLog: (address: string | null) => openPostgresLog({ connectionString: address ?? '' }),
};
const commands = [
  ['export', file, '--from', from],
  ['import', file, '--to', to],
  ['verify', file, '--to', to],
  ['copy', '--from', from, '--to', to],
];
const codes: number[] = [];
for (const args of commands) codes.push(await runEventStoreCli(args, deps, process.stderr));
clearInterval(measuring);
console.log(JSON.stringify({ codes, heaps }));
