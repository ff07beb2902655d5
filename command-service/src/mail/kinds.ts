import type { SignInMethodKind } from '@pmcw/contracts';

/** What mails there are. */
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

/** Whether a kind of the queue is one that this version sends. */
export const isMailKind = (kind: string): kind is MailKind => mailKinds.some((known) => known === kind);

/** A change of what a profile lists. */
export interface ListChange {
  readonly to: 'list';
  readonly how: 'added' | 'removed' | 'proved_by_another';
  readonly what: string;
}

/** One of the changes that a mail reports together. */
export type ReportedChange =
  | ListChange
  | { readonly to: 'sign-in'; readonly kind: MailKind; readonly at: Date }
  | { readonly to: 'ways'; readonly kind: SignInMethodKind; readonly what: string | null };

/** What a mail tells its member. */
export interface MailContent {
  readonly kind: MailKind;
  /** The username, which is letters, digits and underscores. */
  readonly username: string;
  /** When it happened or was asked for. */
  readonly at: Date;
  /** The one link: for a forgotten password the one that chooses another, else where the member can act. */
  readonly link: string;
  /** Name of the site, as people type it: `pmcw.example`. */
  readonly site: string;
  /** Username of the administrator who did it; null where that is nobody, or they are gone. */
  readonly by: string | null;
  /** What it reports together; nothing where it is about one change. */
  readonly changes: readonly ReportedChange[];
  /** The wallet that it is about; null where it is about none. */
  readonly wallet: { readonly network: string; readonly address: string } | null;
}
