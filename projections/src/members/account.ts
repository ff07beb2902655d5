import type { AccountsTable } from '../tables.ts';
import {
  memberAfter,
  memberEventTypes,
  type Registered,
  registeredMember,
  type UserRecord,
} from './member.ts';

export const accountEventTypes = [...memberEventTypes, 'AdminGranted', 'EmailConfirmed'] as const;

export function registeredAccount(event: Registered): AccountsTable {
  const { email, telegramHandle } = event.data;
  return {
    ...registeredMember(event),
    email,
    is_email_confirmed: false,
    telegram_handle: telegramHandle,
    is_admin: false,
  };
}

export function accountAfter<Row extends AccountsTable>(row: Row, event: UserRecord): Row {
  if (event.type === 'AdminGranted') return { ...row, is_admin: true };
  if (event.type === 'EmailConfirmed') return { ...row, is_email_confirmed: true };
  const next = memberAfter(row, event);
  return event.type === 'ProfileEdited' ? { ...next, telegram_handle: event.data.telegramHandle } : next;
}
