import type { ContactPolicy, SignInMethodKind, UserType } from '@pmcw/contracts';
import { boolean, exactText, integer, nullable, text, textOf, timestamp } from '../storage/columns.ts';
import { defineTable, type RowOf } from '../storage/table.ts';

export const accountColumns = {
  member_id: integer,
  username: text,
  full_name: text,
  email: text,
  is_email_confirmed: boolean,
  contact_policy: textOf<ContactPolicy>(),
  telegram_handle: text,
  bio: text,
  user_type: textOf<UserType>(),
  avatar_url: nullable(text),
  background_url: nullable(text),
  is_admin: boolean,
  is_authorized: boolean,
  is_suspended: boolean,
  pmcw_tokens: integer,
  created_at: timestamp,
};

/** All fields of `SessionUser`. */
export const accounts = defineTable('accounts', ['member_id'], accountColumns);
export interface AccountsTable extends RowOf<typeof accounts> {}

/** List them `order by added_at, method_id`. */
export const signInMethods = defineTable('sign_in_methods', ['member_id', 'method_id'], {
  member_id: integer,
  method_id: exactText,
  kind: textOf<SignInMethodKind>(),
  added_at: timestamp,
});
export interface SignInMethodsTable extends RowOf<typeof signInMethods> {}
