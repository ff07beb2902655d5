import { draftSchema, draftsSchema, type ListedDraft, type PutDraftBody } from '@pmcw/contracts';
import { boundedWait } from '@pmcw/resilience';
import { fetchJson } from '../../../base/api/client.ts';
import { ApiError } from '../../../base/api/errors.ts';
import type { PutOutcome } from './draftSync.ts';

/**
 * Every call carries the member's id, so that it fails if another member has signed in since.
 * @throws ApiError, NetworkError, UnreadableAnswerError
 */
export function fetchDrafts(senderId: number): Promise<readonly ListedDraft[]> {
  return fetchJson(`/api/drafts?senderId=${senderId}`, draftsSchema);
}

/** Turns failures of network and server into outcomes. */
export async function putDraft(
  senderId: number,
  conversation: string,
  draft: PutDraftBody,
): Promise<PutOutcome> {
  const body = { ...draft, senderId };
  try {
    const taken = await fetchJson(`/api/drafts/${conversation}`, draftSchema, { method: 'PUT', body });
    return { kind: 'taken', draft: taken };
  } catch (error) {
    if (!(error instanceof ApiError)) return { kind: 'passing', retryAfterMs: null };
    if (error.status === 409) return { kind: 'changed' };
    if (error.status === 400 || error.status === 404) return { kind: 'refused' };
    const { retryAfter } = error;
    return {
      kind: 'passing',
      retryAfterMs: retryAfter === undefined ? null : boundedWait(retryAfter) * 1000,
    };
  }
}
