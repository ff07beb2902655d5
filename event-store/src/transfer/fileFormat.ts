import { z } from 'zod';
import { DamagedFileError } from './errors.ts';

/**
 * A file of events: a header line, a line per event in the order of the log, and a trailer line with their number and
 * the SHA-256 of all bytes before it. All lines are JSON and end with a line feed. With `.gz` the lines are packed
 * in blocks (`gzipBlock.ts`), which any gunzip reads.
 */
export const formatName = 'pmcw-event-log';
const formatVersion = 1;

const headerSchema = z.strictObject({
  format: z.literal(formatName),
  version: z.number(),
  /** When the export began, ISO 8601. */
  createdAt: z.iso.datetime(),
  /** The engine whose positions the lines have. */
  engine: z.enum(['memory', 'postgres', 'eventstoredb']),
});
/** First line of a file. */
export type FileHeader = z.infer<typeof headerSchema>;

const trailerSchema = z.strictObject({ events: z.int().min(0), sha256: z.string().regex(/^[\da-f]{64}$/) });
/** Last line of a file that is whole. */
export type FileTrailer = z.infer<typeof trailerSchema>;

/** The header line of an export that begins now. */
export function headerLine(engine: FileHeader['engine'], now: Date): string {
  const header: FileHeader = {
    format: formatName,
    version: formatVersion,
    createdAt: now.toISOString(),
    engine,
  };
  return JSON.stringify(header);
}

/** @throws DamagedFileError when it is no header, or one of another version */
export function headerOf(json: unknown): FileHeader {
  const parsed = headerSchema.safeParse(json);
  if (!parsed.success) throw new DamagedFileError('This is not a file of events');
  if (parsed.data.version !== formatVersion) {
    throw new DamagedFileError(
      `The file has version ${parsed.data.version}; this program reads ${formatVersion}`,
    );
  }
  return parsed.data;
}

/** The trailer line of a file. */
export function trailerLine(trailer: FileTrailer): string {
  return JSON.stringify(trailer);
}

/** The trailer that a line's JSON is; null when it is something else, such as an event. */
export function trailerOf(json: unknown): FileTrailer | null {
  return trailerSchema.safeParse(json).data ?? null;
}

/** Whether a file of this name is compressed. */
export function isCompressed(path: string): boolean {
  return path.endsWith('.gz');
}
