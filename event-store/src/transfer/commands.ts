import type { EventLog } from '../port.ts';
import { expectEqual } from './compare.ts';
import { copyEvents } from './copyEvents.ts';
import { EmptyLogError } from './errors.ts';
import { EventCursor } from './eventCursor.ts';
import { exportLog } from './exportLog.ts';
import { insisting } from './insisting.ts';
import type { Job } from './job.ts';
import { type EventPages, LogPages } from './pages.ts';

/** Resolves with the message to print unless it was stopped. */
export type Command = (job: Job) => Promise<string>;

/** @throws EmptyLogError */
async function sourceAt(address: string | null, job: Job): Promise<EventLog> {
  const log = await job.log(address);
  if ((await insisting(() => log.head())) > 0n) return log;
  throw new EmptyLogError(`The ${log.engine} log is empty: is it the one that you mean? Nothing was copied`);
}

export const exportFile =
  (path: string, from: string | null): Command =>
  async (job) => {
    const log = await sourceAt(from, job);
    const { known, written } = await exportLog(log, path, {
      signal: job.signal,
      now: new Date(),
      onBegin: (pages) => job.begin('export', pages),
      onProgress: (events) => job.onProgress(events),
    });
    return `${known + written} events of the ${log.engine} log are in ${path}, ${written} of them new.`;
  };

export const importFile =
  (path: string, to: string | null): Command =>
  async (job) => {
    await checkFile(job, path);
    const log = await job.log(to);
    const file = await job.file(path);
    job.begin('import', file);
    const { known, appended } = await copyEvents(file, log, job);
    if (appended > 0) await job.restored();
    return `${known + appended} events of the file are in the ${log.engine} log, ${appended} of them new.`;
  };

async function checkFile(job: Job, path: string): Promise<void> {
  const file = await job.file(path);
  job.begin('check', file);
  let events = 0;
  for await (const page of file) {
    if (job.signal.aborted) return;
    events += page.length;
    job.onProgress(events);
  }
}

export const copyLog =
  (from: string, to: string): Command =>
  async (job) => {
    const [source, target] = [await sourceAt(from, job), await job.log(to)];
    const pages = await LogPages.ofAll(source);
    job.begin('copy', pages);
    const { known, appended } = await copyEvents(pages, target, job);
    if (appended > 0) await job.restored();
    return `${known + appended} events of the ${source.engine} log are in the ${target.engine} log, ${appended} of them new.`;
  };

export const declareRestored: Command = async (job) => {
  await job.restored();
  return 'devices and read models start over once every part was restarted.';
};

export const verifyFile =
  (path: string, to: string | null): Command =>
  async (job) => {
    const log = await job.log(to);
    return verify(job, await job.file(path), await LogPages.ofAll(log));
  };

export const verifyLogs =
  (from: string, to: string): Command =>
  async (job) => {
    const [source, target] = [await job.log(from), await job.log(to)];
    // Source first, or events appended in between would seem missing.
    const pages = await LogPages.ofAll(source);
    return verify(job, pages, await LogPages.ofAll(target));
  };

async function verify(job: Job, source: EventPages, target: EventPages): Promise<string> {
  job.begin('verify', source);
  const equal = await expectEqual(new EventCursor(source), new EventCursor(target), job);
  if (!job.signal.aborted) job.report({ equal: true, events: equal });
  return `equal: ${equal} events.`;
}
