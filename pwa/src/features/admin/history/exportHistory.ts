import { send, whole } from '../../../base/api/client.ts';

export const exportFormats = ['csv', 'ndjson'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export interface ExportProgress {
  readonly events: number;
  readonly bytes: number;
  /** From 0 to 1; null if unknown. */
  readonly share: number | null;
}

interface ExportOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ExportProgress) => void;
}

/** A million events on a slow connection. */
const timeoutMs = 60 * 60_000;

/**
 * Streams the filtered events into a Blob, which the browser may store on disk.
 * @throws ApiError; NetworkError, also when the connection breaks; the signal's reason when it is aborted
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
  return whole(new Response(body, { headers: { 'content-type': type } }).blob());
}

const newline = 10;
const positionAhead = /^(?:\{"position":")?(\d+)/;

/** Counts events and bytes. Events arrive newest first, so the last complete line's position shows the progress. */
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
