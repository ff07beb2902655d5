import { connect, type Socket } from 'node:net';
import { percentile } from './percentiles.ts';

export interface LoadResult {
  readonly perSecond: number;
  /** Latencies in milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Number of answers by status. */
  readonly statuses: ReadonlyMap<number, number>;
}

export interface LoadOptions {
  readonly host: string;
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  /** The next request of a connection, headers and body, as sent. */
  readonly request: (connection: number) => string;
}

/** Status and length of the first complete answer in a buffer, or null. */
function firstAnswer(buffer: Buffer): { status: number; length: number } | null {
  const headEnd = buffer.indexOf('\r\n\r\n');
  if (headEnd < 0) return null;
  const head = buffer.toString('latin1', 0, headEnd);
  const bodyLength = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
  const length = headEnd + 4 + bodyLength;
  return buffer.length < length ? null : { status: Number(head.slice(9, 12)), length };
}

/** Sends requests on one connection, one at a time, until the deadline. */
function converse(
  options: LoadOptions,
  index: number,
  deadline: number,
  answered: (ms: number, status: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ host: options.host, port: options.port, noDelay: true });
    let buffer: Buffer = Buffer.alloc(0);
    let askedAt = 0;
    const ask = () => {
      askedAt = performance.now();
      socket.write(options.request(index));
    };
    socket.on('connect', ask);
    socket.on('error', reject);
    socket.on('close', resolve);
    socket.on('data', (chunk) => {
      buffer = buffer.length === 0 ? chunk : Buffer.concat([buffer, chunk]);
      const answer = firstAnswer(buffer);
      if (answer === null) return;
      buffer = buffer.subarray(answer.length);
      answered(performance.now() - askedAt, answer.status);
      if (performance.now() < deadline) ask();
      else socket.end();
    });
  });
}

/**
 * Keeps connections busy for a while, each with one request at a time, over bare sockets: on two cores an HTTP client
 * would cost more than the server it measures.
 */
export async function loadHttp(options: LoadOptions): Promise<LoadResult> {
  const latencies: number[] = [];
  const statuses = new Map<number, number>();
  const startedAt = performance.now();
  const deadline = startedAt + options.seconds * 1000;
  const answered = (ms: number, status: number) => {
    latencies.push(ms);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  };
  await Promise.all(
    Array.from({ length: options.connections }, (_, index) => converse(options, index, deadline, answered)),
  );
  const elapsed = (performance.now() - startedAt) / 1000;
  return {
    perSecond: latencies.length / elapsed,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    statuses,
  };
}
