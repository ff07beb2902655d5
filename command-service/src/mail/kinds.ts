import type { SignInMethodKind } from '@pmcw/contracts';

export const mailKinds = [
  'email_confirmation',
  'password_forgotten',
  'password_changed',
  'password_reset',
  'reset_link_issued',
  'passkey_added',
  'passkey_removed',
  'wallet_sign_in_added',
  'wallet_sign_in_removed',
  'openid_added',
  'openid_removed',
  'password_added',
  'password_removed',
  'list_changes',
  'sign_in_changes',
] as const;
export type MailKind = (typeof mailKinds)[number];

export const isMailKind = (kind: string): kind is MailKind => mailKinds.some((known) => known === kind);

export interface ListChange {
  readonly to: 'list';
  readonly how: 'added' | 'removed' | 'proved_by_another';
  readonly what: string;
}

export type ReportedChange =
  | ListChange
  | { readonly to: 'sign-in'; readonly kind: MailKind; readonly at: Date }
  | { readonly to: 'ways'; readonly kind: SignInMethodKind; readonly what: string | null };

export interface MailContent {
  readonly kind: MailKind;
  readonly username: string;
  readonly at: Date;
  readonly link: string;
  /** Host of the site, e.g. `pmcw.example`. */
  readonly site: string;
  /** Username of the acting administrator, if any remains. */
  readonly by: string | null;
  /** Empty for a mail about one change. */
  readonly changes: readonly ReportedChange[];
  readonly wallet: { readonly network: string; readonly address: string } | null;
}
