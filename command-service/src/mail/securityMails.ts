import type { SignInMethodKind } from '@pmcw/contracts';
import type { ProductEvents } from '@pmcw/contracts/events';
import type { RecordedEvent } from '@pmcw/event-store';
import type { MailBudget, NewMail } from '@pmcw/vault';
import { type MailKind, mailKinds } from './kinds.ts';

/** Each gets its own mail at once. */
export const signInEvents = [
  'PasswordChanged',
  'PasswordReset',
  'ResetLinkIssued',
  'SignInMethodAdded',
  'SignInMethodRemoved',
] as const satisfies readonly (keyof ProductEvents)[];

/** Collected into one mail. */
export const listEvents = [
  'WalletAdded',
  'WalletRestored',
  'WalletRemoved',
  'SocialLinkAdded',
  'SocialLinkRestored',
  'SocialLinkRemoved',
] as const satisfies readonly (keyof ProductEvents)[];

export const securityEvents = ['UserRegistered', ...signInEvents, ...listEvents] as const;

/** The vault knows queued mails for a day, so that none is queued twice. */
export const oldestMs = 24 * 60 * 60 * 1000;

const minuteMs = 60 * 1000;
export const listDelayMs = 5 * minuteMs;
/** Changes beyond the budget are late, never lost. */
export const overBudgetDelayMs = 60 * minuteMs;

/** Per member, so that no one can flood another person's mailbox. Actions without a fresh proof don't count. */
export const signInBudget: MailBudget = {
  kinds: mailKinds.filter(
    (kind) => !['email_confirmation', 'password_forgotten', 'list_changes'].includes(kind),
  ),
  mostAnHour: 12,
};

interface About {
  readonly kind: MailKind;
  readonly facts: Record<string, string>;
}

function aboutMethod(
  { kind, methodId }: { readonly kind: SignInMethodKind; readonly methodId: string },
  change: 'added' | 'removed',
): About {
  return kind === 'wallet'
    ? { kind: `wallet_sign_in_${change}`, facts: { walletId: methodId } }
    : { kind: `${kind}_${change}`, facts: {} };
}

export function aboutSignIn(event: RecordedEvent<ProductEvents>): About | null {
  switch (event.type) {
    case 'PasswordChanged':
      return { kind: 'password_changed', facts: {} };
    case 'PasswordReset':
      return { kind: 'password_reset', facts: {} };
    case 'ResetLinkIssued':
      return { kind: 'reset_link_issued', facts: { by: String(event.metadata.actorId) } };
    case 'SignInMethodAdded':
      return aboutMethod(event.data, 'added');
    case 'SignInMethodRemoved':
      // The mail about the reset names them.
      return event.data.cause === 'recovery' ? null : aboutMethod(event.data, 'removed');
    default:
      return null;
  }
}

export type SecurityNotice =
  | { readonly how: 'at-once'; readonly mail: NewMail }
  | { readonly how: 'together'; readonly mail: Omit<NewMail, 'facts'> };

const isListEvent = (type: keyof ProductEvents): boolean => listEvents.some((each) => each === type);

export function securityNotice(event: RecordedEvent<ProductEvents>, now: Date): SecurityNotice | null {
  const { time } = event.metadata;
  if (!('userId' in event.data) || now.getTime() - Date.parse(time) >= oldestMs) return null;
  const common = { id: event.eventId, userId: event.data.userId, language: null };
  if (isListEvent(event.type)) return { how: 'together', mail: { ...common, kind: 'list_changes' } };
  if (event.type === 'UserRegistered') {
    return { how: 'at-once', mail: { ...common, kind: 'email_confirmation', facts: {} } };
  }
  const about = aboutSignIn(event);
  if (about === null) return null;
  return { how: 'at-once', mail: { ...common, kind: about.kind, facts: { ...about.facts, at: time } } };
}
