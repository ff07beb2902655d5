import { typesOf } from '@pmcw/contracts/events';
import type { AccountsTable } from '../tables.ts';
import {
  memberAfter,
  memberEventTypes,
  type Patches,
  patched,
  type Registered,
  registeredMember,
  type UserRecord,
} from './member.ts';

const accountPatches = {
  AdminGranted: () => ({ is_admin: true }),
  EmailConfirmed: () => ({ is_email_confirmed: true }),
  ContactPolicyChanged: ({ data }) => ({ contact_policy: data.policy }),
  ProfileEdited: ({ data }) => ({ telegram_handle: data.telegramHandle }),
} satisfies Patches<AccountsTable>;

export const accountEventTypes = [...memberEventTypes, ...typesOf(accountPatches)] as const;

export function registeredAccount(event: Registered): AccountsTable {
  const { email, telegramHandle } = event.data;
  return {
    ...registeredMember(event),
    email,
    is_email_confirmed: false,
    contact_policy: 'everyone',
    telegram_handle: telegramHandle,
    is_admin: false,
  };
}

export const accountAfter = <Row extends AccountsTable>(row: Row, event: UserRecord): Row =>
  patched<AccountsTable, Row>(accountPatches, memberAfter(row, event), event);
