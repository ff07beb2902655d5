import { z } from 'zod';
import { DamagedFileError } from './errors.ts';

/**
 * A header line, a line per event in log order, and a trailer line with their number and the SHA-256 of all bytes
 * before. Lines are JSON and end with a line feed. `.gz` packs them in blocks (`gzipBlock.ts`) for any gunzip.
 */
export const formatName = 'pmcw-event-log';
const formatVersion = 1;

const headerSchema = z.strictObject({
  format: z.literal(formatName),
  version: z.number(),
  createdAt: z.iso.datetime(),
  engine: z.enum(['memory', 'postgres', 'eventstoredb']),
});
export type FileHeader = z.infer<typeof headerSchema>;

const trailerSchema = z.strictObject({ events: z.int().min(0), sha256: z.string().regex(/^[\da-f]{64}$/) });
export type FileTrailer = z.infer<typeof trailerSchema>;

export function headerLine(engine: FileHeader['engine'], now: Date): string {
  const header: FileHeader = {
    format: formatName,
    version: formatVersion,
    createdAt: now.toISOString(),
    engine,
  };
  return JSON.stringify(header);
}

/** @throws DamagedFileError */
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

export function trailerLine(trailer: FileTrailer): string {
  return JSON.stringify(trailer);
}

export function trailerOf(json: unknown): FileTrailer | null {
  return trailerSchema.safeParse(json).data ?? null;
}

export function isCompressed(path: string): boolean {
  return path.endsWith('.gz');
}
