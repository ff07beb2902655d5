import { copyFile, rename, stat, truncate } from 'node:fs/promises';
import { ifThere } from '@pmcw/resilience/files';
import type { EventLog, StoredEvent } from '../port.ts';
import type { Walk } from './compare.ts';
import { DamagedFileError } from './errors.ts';
import { headerLine } from './fileFormat.ts';
import { FileReader } from './fileReader.ts';
import { FileWriter } from './fileWriter.ts';
import { insisting } from './insisting.ts';
import { LogPages } from './pages.ts';

export interface Exported {
  readonly known: number;
  readonly written: number;
}

export interface ExportWalk extends Walk {
  readonly now: Date;
  /** `share` is from 0 to 1. */
  onBegin(progress: { readonly share: number }): void;
}

export const partOf = (path: string) => `${path}.part`;

/**
 * Up to the head, under another name (`partOf`) until complete. Continues an interrupted file, and adds to a complete
 * one.
 * @throws DamagedFileError if the existing file is damaged, or of another log
 */
export async function exportLog(log: EventLog, path: string, walk: ExportWalk): Promise<Exported> {
  const { writer, known, position } = await openPart(log, path, walk.now);
  try {
    const pages = new LogPages(log, position, await insisting(() => log.head()));
    walk.onBegin(pages);
    for await (const page of pages) {
      if (walk.signal.aborted) break;
      await writer.write(page);
      walk.onProgress(writer.events);
    }
    if (!walk.signal.aborted) await writer.finish();
  } finally {
    await writer.close();
  }
  if (!walk.signal.aborted) await rename(partOf(path), path);
  return { known, written: writer.events - known };
}

interface Part {
  readonly writer: FileWriter;
  readonly known: number;
  readonly position: bigint;
}

async function openPart(log: EventLog, path: string, now: Date): Promise<Part> {
  const part = partOf(path);
  if (!(await exists(part)) && (await exists(path))) await copyFile(path, part);
  return (
    (await continuePart(log, path)) ?? {
      writer: await FileWriter.open(part, path, { header: headerLine(log.engine, now) }),
      known: 0,
      position: 0n,
    }
  );
}

async function continuePart(log: EventLog, path: string): Promise<Part | null> {
  const part = partOf(path);
  if (!(await exists(part))) return null;
  const reader = await FileReader.open(part, path);
  try {
    for await (const _ of reader.lines());
    const end = reader.end();
    if (end === null) return null;
    const { header, last, length, events } = end;
    if (header.engine !== log.engine || (last !== null && !(await holds(log, last)))) {
      throw new DamagedFileError(`${part} is of another log: remove it to start again`);
    }
    await truncate(part, length);
    const writer = await FileWriter.open(part, path, { events, hash: reader.hash });
    return { writer, known: events, position: last?.position ?? 0n };
  } finally {
    await reader.close();
  }
}

async function holds(log: EventLog, { stream, revision, eventId, position }: StoredEvent): Promise<boolean> {
  for await (const event of log.readStream(stream, revision)) {
    return event.eventId === eventId && event.position === position;
  }
  return false;
}

const exists = async (path: string): Promise<boolean> => (await ifThere(stat(path))) !== null;
