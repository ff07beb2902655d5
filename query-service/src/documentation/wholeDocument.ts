import { documentPath, ProblemError, texts } from '@pmcw/contracts';
import type { FastifyBaseLogger } from 'fastify';
import * as v from 'valibot';

/** An OpenAPI document as far as documents are put together: its operations by path and method. */
const documentSchema = v.looseObject({
  paths: v.record(v.string(), v.record(v.string(), v.looseObject({}))),
});
type Document = v.InferOutput<typeof documentSchema>;

/** How long a command service may take to answer, in milliseconds. */
const patienceMs = 2_000;

/** One document with the operations of both; what else they say is the first one's. */
function together(first: Document, second: Document): Document {
  const paths = { ...first.paths };
  for (const [path, operations] of Object.entries(second.paths)) {
    paths[path] = { ...paths[path], ...operations };
  }
  return { ...first, paths };
}

async function fetchDocument(address: string): Promise<Document> {
  const answer = await fetch(address + documentPath, { signal: AbortSignal.timeout(patienceMs) });
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  return v.parse(documentSchema, await answer.json());
}

/**
 * The document of the whole API: this process's own, together with that of a command service in another one.
 * @param addresses of command services, asked one after the other until one answers; none where this process has it all
 * @throws ProblemError `unavailable` when none answers: half of a document would look like a whole one
 */
export async function wholeDocument(
  own: object,
  addresses: readonly string[],
  logger: FastifyBaseLogger,
): Promise<object> {
  if (addresses.length === 0) return own;
  for (const address of addresses) {
    try {
      return together(v.parse(documentSchema, own), await fetchDocument(address));
    } catch (error) {
      logger.warn({ err: error, address }, 'a command service did not tell its document');
    }
  }
  throw new ProblemError('unavailable', texts.refusals.busy, { retryAfter: 1 });
}
