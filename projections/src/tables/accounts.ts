import type { SignInMethodKind, UserType } from '@pmcw/contracts';

/** All fields of `SessionUser`. */
export interface AccountsTable {
  member_id: number;
  username: string;
  full_name: string;
  email: string;
  is_email_confirmed: boolean;
  telegram_handle: string;
  bio: string;
  user_type: UserType;
  avatar_url: string | null;
  background_url: string | null;
  is_admin: boolean;
  is_authorized: boolean;
  is_suspended: boolean;
  pmcw_tokens: number;
  created_at: Date;
}

/** List them `order by added_at, method_id`. */
export interface SignInMethodsTable {
  member_id: number;
  method_id: string;
  kind: SignInMethodKind;
  added_at: Date;
}
