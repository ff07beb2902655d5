import {
  type AdminUser,
  batchHeader,
  type CaseOutcome,
  type HistoryEntry,
  historySchema,
  limits,
  type UndoableType,
} from '@pmcw/contracts';
import { readJson, send } from '../../../base/api/client.ts';
import { nextPage } from '../../../base/api/nextPage.ts';

/** A member, or a case of reports. */
export interface BulkItem {
  readonly id: string;
  /** For the list of failures. */
  readonly name: string;
}

export interface BulkAction {
  readonly kind: 'verify' | 'suspend' | 'dismiss' | 'suspendReported';
  /** Of decisions about reports. */
  readonly reason?: string;
}

export const isSuspension = (kind: BulkAction['kind']): boolean =>
  kind === 'suspend' || kind === 'suspendReported';

export const bulkItemOf = ({ id, fullName }: Pick<AdminUser, 'id' | 'fullName'>): BulkItem => ({
  id: String(id),
  name: fullName,
});

/** Types of the events that the actions append, for undoing them. */
const types: readonly string[] = [
  'UserVerified',
  'UserSuspended',
  'CaseClosed',
] satisfies readonly UndoableType[];

export const isBulkType = (type: string): boolean => types.includes(type);

const inBatch = (batchId: string, method: 'PATCH' | 'POST', body: object) => ({
  method,
  body,
  headers: { [batchHeader]: batchId },
});

/** @throws ApiError, NetworkError */
export function actOn({ id }: BulkItem, { kind, reason }: BulkAction, batchId: string): Promise<Response> {
  switch (kind) {
    case 'verify':
      return send(`/api/admin/users/${id}/authorize`, inBatch(batchId, 'PATCH', { isAuthorized: true }));
    case 'suspend':
      return send(`/api/admin/users/${id}/suspend`, inBatch(batchId, 'PATCH', { isSuspended: true }));
    case 'dismiss':
    case 'suspendReported': {
      const outcome: CaseOutcome = kind === 'dismiss' ? 'dismissed' : 'suspended';
      const path = `/api/admin/reports/${encodeURIComponent(id)}/close`;
      return send(path, inBatch(batchId, 'POST', { outcome, reason }));
    }
    default:
      return kind satisfies never;
  }
}

export const undoOf = ({ eventId, stream }: HistoryEntry, batchId: string): Promise<Response> =>
  send(`/api/admin/history/${eventId}/undo`, inBatch(batchId, 'POST', { stream }));

/** The events of a batch that can be undone, newest first. */
export async function eventsOfBatch(
  correlationId: string,
  signal: AbortSignal,
): Promise<readonly HistoryEntry[]> {
  const found: HistoryEntry[] = [];
  for (let before: string | null | undefined; before !== null; ) {
    const search = new URLSearchParams({
      text: correlationId,
      type: types.join(','),
      limit: String(limits.historyPageSizeMax),
      ...(before === undefined ? {} : { before }),
    });
    const response = await send(`/api/admin/history?${search}`, { signal });
    const page = await readJson(response, historySchema);
    found.push(...page.filter((entry) => entry.correlationId === correlationId));
    before = nextPage(response);
  }
  return found;
}
