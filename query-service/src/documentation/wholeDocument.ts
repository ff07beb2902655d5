import { documentPath, ProblemError, texts } from '@pmcw/contracts';
import type { FastifyBaseLogger } from 'fastify';
import * as v from 'valibot';

const documentSchema = v.looseObject({
  paths: v.record(v.string(), v.record(v.string(), v.looseObject({}))),
});
type Document = v.InferOutput<typeof documentSchema>;

const patienceMs = 2_000;

/** Merges operations; everything else is taken from the first document. */
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
 * @param addresses of command services, tried in order
 * @throws ProblemError `unavailable` when none answers: half a document would look complete
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
      logger.warn({ err: error, address }, 'could not fetch the document of a command service');
    }
  }
  throw new ProblemError('unavailable', texts.refusals.busy, { retryAfter: 1 });
}
