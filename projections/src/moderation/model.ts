import { accountEventTypes } from '../members/account.ts';
import { listDdl, listEventTypes, provedOf, writeLists } from '../members/lists.ts';
import { foldMembers, userRecords } from '../members/member.ts';
import { SearchChanges, searchDdl, searchIndexDdl } from '../members/search.ts';
import { verifiedEventTypes } from '../members/verified.ts';
import { distinct, type ReadModel } from '../runner/model.ts';
import { upsertRows } from '../storage/table.ts';
import { cases, modelVersions, moderationMembers, reportedMembers, verificationRequests } from '../tables.ts';
import { moderatedAfter, moderationEventTypes, searchedMember } from './members.ts';
import { caseEventTypes, casesOfMemberDdl, writeCases } from './reportCases.ts';
import { requestEventTypes, requestsOfMemberDdl, writeVerificationRequests } from './verificationRequests.ts';

const readerDdl = [
  ...searchIndexDdl,
  'create index on wallets (lower(address))',
  'create index on members (changed_position) where changed_position is not null',
  "create index on verification_requests (position) where status = 'open'",
  "create index on verification_requests (status, closed_position) where status <> 'open'",
  "create index on cases (position) where status = 'open'",
  "create index on cases (closed_position) where status = 'closed'",
];

export const moderationModel: ReadModel = {
  name: 'moderation',
  version: modelVersions.moderation,
  types: distinct(
    accountEventTypes,
    verifiedEventTypes,
    moderationEventTypes,
    listEventTypes,
    requestEventTypes,
    caseEventTypes,
  ),
  ddl: [
    ...[moderationMembers.ddl, verificationRequests.ddl, requestsOfMemberDdl, ...listDdl, ...searchDdl],
    ...[cases.ddl, casesOfMemberDdl, reportedMembers.ddl],
  ],
  readerDdl,
  async apply(tx, events) {
    const users = userRecords(events);
    const searches = new SearchChanges();
    const rows = await foldMembers(tx, moderationMembers, users, (row, event) => {
      const next = moderatedAfter(row, event);
      searches.moved(searchedMember(row), searchedMember(next));
      return next;
    });
    await writeLists(tx, users);
    for (const [id, has_proof] of await provedOf(tx, users)) {
      const row = rows.get(id);
      if (row === undefined) continue;
      const next = { ...row, has_proof };
      rows.set(id, next);
      searches.moved(searchedMember(row), searchedMember(next));
    }
    await upsertRows(tx, moderationMembers, [...rows.values()]);
    await searches.write(tx);
    await writeVerificationRequests(tx, users);
    await writeCases(tx, events);
  },
};
