import { send } from '../../../base/api/client.ts';

/** The endings of exports. */
export const exportFormats = ['csv', 'ndjson'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** How far an export has come. */
export interface ExportProgress {
  readonly events: number;
  readonly bytes: number;
  /** From 0 to 1; null where it can't be said. */
  readonly share: number | null;
}

/** What an export is told. */
export interface ExportOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ExportProgress) => void;
}

/** As long as a million events may take on a slow line, in milliseconds. */
const timeoutMs = 60 * 60_000;

/**
 * Fetches everything that the filters let through as a file. It is passed on as it comes, so that the browser may keep it
 * where it has room.
 * @throws ApiError, NetworkError; TypeError when the line breaks half-way; the signal's reason when it is aborted
 */
export async function exportHistory(
  format: ExportFormat,
  search: string,
  { signal, onProgress }: ExportOptions,
): Promise<Blob> {
  const path = `/api/admin/history/export.${format}`;
  const response = await send(search === '' ? path : `${path}?${search}`, {
    ...{ signal, timeoutMs },
    headers: { accept: '*/*' },
  });
  const type = response.headers.get('content-type') ?? '';
  const meter = exportMeter(format);
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      onProgress(meter(chunk));
      controller.enqueue(chunk);
    },
  });
  const body = response.body?.pipeThrough(counted) ?? null;
  return new Response(body, { headers: { 'content-type': type } }).blob();
}

const newline = 10;
/** Where a line begins with its position, in either format. */
const positionAhead = /^(?:\{"position":")?(\d+)/;

/**
 * Counts what has come. Events come newest first and each line begins with its position, so the last whole line tells
 * how much of the log is behind it.
 */
export function exportMeter(format: ExportFormat): (chunk: Uint8Array) => ExportProgress {
  const decoder = new TextDecoder();
  let [bytes, lines] = [0, 0];
  let rest = '';
  let newest: number | null = null;
  let reached: number | null = null;
  return (chunk) => {
    bytes += chunk.length;
    lines += chunk.reduce((count, byte) => (byte === newline ? count + 1 : count), 0);
    const whole = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = whole.pop() ?? '';
    for (const line of newest === null ? whole : whole.slice(-1)) {
      const [, position] = positionAhead.exec(line) ?? [];
      if (position === undefined) continue;
      newest ??= Number(position);
      reached = Number(position);
    }
    const events = Math.max(lines - (format === 'csv' ? 1 : 0), 0);
    return { events, bytes, share: newest === null || reached === null ? null : 1 - reached / newest };
  };
}
