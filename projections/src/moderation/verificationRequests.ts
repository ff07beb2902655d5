import {
  deletedMembers,
  ofTypes,
  removeMembers,
  type UserRecord,
  type UserRecordOf,
} from '../members/member.ts';
import { loadRows, type Transaction, upsertRows } from '../storage/table.ts';
import { type VerificationRequestsTable, verificationRequests } from '../tables.ts';

export const requestEventTypes = [
  'VerificationRequested',
  'VerificationApproved',
  'VerificationRejected',
] as const;

type RequestRecord = UserRecordOf<(typeof requestEventTypes)[number]>;

export function requestAfter(
  row: VerificationRequestsTable | null,
  event: RequestRecord,
): VerificationRequestsTable | null {
  const position = String(event.position);
  const time = new Date(event.metadata.time);
  if (event.type === 'VerificationRequested') {
    const { requestId, userId, message } = event.data;
    const open = { status: 'open', reason: null, closed_at: null, closed_position: null } as const;
    return { ...open, request_id: requestId, member_id: userId, message, created_at: time, position };
  }
  if (row === null) return null;
  const closed = { ...row, closed_at: time, closed_position: position };
  return event.type === 'VerificationApproved'
    ? { ...closed, status: 'approved' }
    : { ...closed, status: 'rejected', reason: event.data.reason };
}

export const requestsOfMemberDdl = 'create index on verification_requests (member_id)';

/** At most two statements, and one more if members are deleted. */
export async function writeVerificationRequests(
  tx: Transaction,
  events: readonly UserRecord[],
): Promise<void> {
  const about = ofTypes(events, requestEventTypes);
  const ids = new Set(about.map(({ data }) => data.requestId));
  const keys = [...ids].map((request_id) => ({ request_id }));
  const loaded = await loadRows(tx, verificationRequests, keys);
  const rows = new Map(loaded.map((row) => [row.request_id, row]));
  for (const event of about) {
    const row = requestAfter(rows.get(event.data.requestId) ?? null, event);
    if (row !== null) rows.set(row.request_id, row);
  }
  await upsertRows(tx, verificationRequests, [...rows.values()]);
  await removeMembers(tx, verificationRequests, deletedMembers(events));
}
