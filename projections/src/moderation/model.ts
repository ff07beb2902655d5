import { accountEventTypes } from '../members/account.ts';
import { listDdl, listEventTypes, writeLists } from '../members/lists.ts';
import { foldMembers, userRecords } from '../members/member.ts';
import { searchIndexDdl } from '../members/search.ts';
import type { ReadModel } from '../runner/model.ts';
import { upsertRows } from '../storage/table.ts';
import { MemberCountChanges, memberCounts } from './memberCounts.ts';
import { members, moderatedAfter } from './members.ts';
import {
  requestEventTypes,
  verificationRequests,
  writeVerificationRequests,
} from './verificationRequests.ts';

/** For every way administrators list members and requests one index; `search` as in the directory. */
const readerDdl = [
  'create index on members (position)',
  'create index on members (username_key, member_id)',
  'create index on members (is_authorized, is_suspended, position)',
  'create index on members (is_suspended, position)',
  searchIndexDdl,
  "create index on verification_requests (position) where status = 'open'",
  "create index on verification_requests (status, closed_position) where status <> 'open'",
];

/** What administrators see: members with everything of their accounts, their lists, requests, and counts of members. */
export const moderationModel: ReadModel = {
  name: 'moderation',
  version: 1,
  types: [...accountEventTypes, ...listEventTypes, ...requestEventTypes, 'AdminNotesChanged'],
  ddl: [members.ddl, memberCounts.ddl, verificationRequests.ddl, ...listDdl],
  readerDdl,
  async apply(tx, events) {
    const users = userRecords(events);
    const counts = new MemberCountChanges();
    const rows = await foldMembers(tx, members, users, (row, event) => {
      const next = moderatedAfter(row, event);
      counts.moved(row, next);
      return next;
    });
    await upsertRows(tx, members, [...rows.values()]);
    await counts.write(tx);
    await writeLists(tx, users);
    await writeVerificationRequests(tx, users);
  },
};
