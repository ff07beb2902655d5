import type { ProductEvents } from '@pmcw/contracts/events';
import { type Member, streams } from '@pmcw/contracts/events';
import { type EventStore, newestFirst, UNREADABLE } from '@pmcw/event-store';
import { mailLanguageOf } from '@pmcw/http';
import type { TakenMail, Vault } from '@pmcw/vault';
import type { Members } from '../members/members.ts';
import { reportedChanges, spanOf, waysLost, waysToLose } from './changes.ts';
import { composeMail } from './compose.ts';
import { isMailKind, type MailContent, type MailKind } from './kinds.ts';
import type { OutgoingMail } from './smtp.ts';

export interface ContentParts {
  readonly eventStore: EventStore<ProductEvents>;
  readonly vault: Pick<Vault, 'resetLinks' | 'confirmLinks' | 'mails'>;
  readonly members: Members;
  /** Without a trailing slash. */
  readonly publicUrl: string;
}

/** Null if no longer readable. */
async function walletOf({ eventStore, members }: ContentParts, userId: number, walletId: string) {
  const stream = streams.user(userId);
  const { revision } = await members.load(userId);
  for await (const { type, data } of newestFirst(eventStore, stream, revision)) {
    if (type === 'WalletAdded' && data.walletId === walletId) {
      const { network, address } = data;
      return { network, address };
    }
  }
  return null;
}

async function nameOf({ members }: ContentParts, userId: string | undefined): Promise<string | null> {
  if (userId === undefined) return null;
  const { state } = await members.load(Number(userId));
  return state.status === 'registered' ? state.username : null;
}

async function changesOf(
  { eventStore }: ContentParts,
  { id, userId, kind, facts }: TakenMail,
  member: Member,
) {
  if (kind === 'password_forgotten') return waysToLose(member);
  if (kind === 'password_reset') return waysLost(eventStore, userId, id);
  const span = spanOf(facts);
  if (span === null) return [];
  return reportedChanges(eventStore, userId, kind === 'list_changes' ? 'list' : 'sign-in', span);
}

/** Issues a token. */
async function linkOf(
  { vault, publicUrl }: ContentParts,
  kind: MailKind,
  { id: userId, email }: Member,
): Promise<string> {
  switch (kind) {
    case 'email_confirmation':
      return `${publicUrl}/auth#confirm=${await vault.confirmLinks.issue(userId, email)}`;
    case 'password_forgotten':
      return `${publicUrl}/auth#reset=${(await vault.resetLinks.issue(userId, undefined, 'mailed')).token}`;
    case 'password_changed':
    case 'password_reset':
    case 'reset_link_issued':
      return `${publicUrl}/auth`;
    case 'passkey_added':
    case 'passkey_removed':
    case 'wallet_sign_in_added':
    case 'wallet_sign_in_removed':
    case 'openid_added':
    case 'openid_removed':
    case 'password_added':
    case 'password_removed':
    case 'list_changes':
    case 'sign_in_changes':
      return `${publicUrl}/dashboard/profile`;
    default:
      return kind satisfies never;
  }
}

/**
 * Uses the current log and address, and the language of the mail or the latest session.
 * @returns null without a recipient, or if the member may not get it or no longer needs it
 * @throws Error for a kind of a later version, which another process will send
 */
export async function writeMail(parts: ContentParts, mail: TakenMail): Promise<OutgoingMail | null> {
  const { id, userId, kind, facts, createdAt } = mail;
  if (userId === 0) return null;
  if (!isMailKind(kind)) throw new Error(`Mails of the kind ${kind} are of a later version`);
  const { state: member } = await parts.members.load(userId);
  if (member.status !== 'registered' || member.email === '' || member.email === UNREADABLE) return null;
  if (kind === 'password_forgotten' && member.isSuspended) return null;
  if (kind === 'email_confirmation' && member.isEmailConfirmed) return null;
  const { host: site, hostname } = new URL(parts.publicUrl);
  const { walletId, at, by } = facts;
  const content: MailContent = {
    kind,
    site,
    username: member.username,
    at: at === undefined ? createdAt : new Date(at),
    by: await nameOf(parts, by),
    link: await linkOf(parts, kind, member),
    changes: await changesOf(parts, mail, member),
    wallet: walletId === undefined ? null : await walletOf(parts, userId, walletId),
  };
  const language =
    mailLanguageOf(mail.language) ?? mailLanguageOf(await parts.vault.mails.languageOf(userId)) ?? 'en';
  return { ...composeMail(content, language), to: member.email, messageId: `<${id}@${hostname}>` };
}
