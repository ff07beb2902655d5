import { parseArgs } from 'node:util';
import { sentenceOf } from '@pmcw/resilience';
import {
  type Command,
  copyLog,
  declareRestored,
  exportFile,
  importFile,
  verifyFile,
  verifyLogs,
} from './commands.ts';
import { LogsDifferError } from './errors.ts';
import { type EventStoreCliDependencies, Job } from './job.ts';

/** `stopped` by a signal; the next run continues. */
const codes = { done: 0, failed: 1, usage: 2, stopped: 130 } as const;

/**
 * Events stay sealed; no vault is needed. @returns the exit code: 0 done, or equal; 1 failed, or different; 2 usage;
 * 130 stopped
 */
export async function runEventStoreCli(
  args: readonly string[],
  deps: EventStoreCliDependencies,
  out: NodeJS.WritableStream,
): Promise<number> {
  const meant = commandOf(args);
  if (meant === null) return codes.usage;
  const [name, command] = meant;
  const job = new Job(deps, out);
  try {
    const outcome = await command(job);
    job.end();
    out.write(`${name}: ${job.signal.aborted ? 'stopped. Run it again to continue.' : outcome}\n`);
    return job.signal.aborted ? codes.stopped : codes.done;
  } catch (error) {
    job.end();
    if (error instanceof LogsDifferError)
      job.report({ equal: false, events: error.equal, difference: error.message });
    out.write(`${name}: ${sentenceOf(error)}\n`);
    return codes.failed;
  } finally {
    await job.close();
  }
}

function commandOf(args: readonly string[]): readonly [name: string, Command] | null {
  const given = argumentsOf(args);
  if (given === null) return null;
  const { name, file, from, to } = given;
  if (file === null) {
    if (name === 'restored' && from === null && to === null) return [name, declareRestored];
    if (from === null || to === null) return null;
    if (name === 'copy') return [name, copyLog(from, to)];
    return name === 'verify' ? [name, verifyLogs(from, to)] : null;
  }
  if (name === 'export' && to === null) return [name, exportFile(file, from)];
  if (name === 'import' && from === null) return [name, importFile(file, to)];
  return name === 'verify' && from === null ? [name, verifyFile(file, to)] : null;
}

function argumentsOf(args: readonly string[]) {
  try {
    const options = { from: { type: 'string' }, to: { type: 'string' } } as const;
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [name, file = null, ...rest] = positionals;
    if (name === undefined || rest.length > 0) return null;
    return { name, file, from: values.from ?? null, to: values.to ?? null };
  } catch {
    return null;
  }
}
