import type { SignInMethodKind } from '@pmcw/contracts';
import type { ProductEvents } from '@pmcw/contracts/events';
import type { RecordedEvent } from '@pmcw/event-store';
import type { MailBudget, NewMail } from '@pmcw/vault';
import { type MailKind, mailKinds } from './kinds.ts';

/** Changes of ways to sign in, each of which its member is mailed about at once. */
export const signInEvents = [
  'PasswordChanged',
  'PasswordReset',
  'ResetLinkIssued',
  'SignInMethodAdded',
  'SignInMethodRemoved',
] as const satisfies readonly (keyof ProductEvents)[];

/** Changes of what a profile lists, which are mailed about together. */
export const listEvents = [
  'WalletAdded',
  'WalletRestored',
  'WalletRemoved',
  'SocialLinkAdded',
  'SocialLinkRestored',
  'SocialLinkRemoved',
] as const satisfies readonly (keyof ProductEvents)[];

/** Events that their member is told of by mail. */
export const securityEvents = ['UserRegistered', ...signInEvents, ...listEvents] as const;

/** Older events are told to nobody: what is queued is known for a day, and so never queued twice. */
export const oldestMs = 24 * 60 * 60 * 1000;

const minuteMs = 60 * 1000;
/** How long a mail about lists waits for further changes. */
export const listDelayMs = 5 * minuteMs;
/** How long the mail waits that reports changes of ways to sign in beyond their budget: they are late, never missing. */
export const overBudgetDelayMs = 60 * minuteMs;

/**
 * Mails about ways to sign in to one member: so that nobody's mailbox is flooded by whoever gave its address. Nothing that is done
 * without a fresh proof uses anything of it up.
 */
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

/** What a mail about an event says; null for events that are not about ways to sign in. */
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
      // The mail about the password that was chosen by a link names them.
      return event.data.cause === 'recovery' ? null : aboutMethod(event.data, 'removed');
    default:
      return null;
  }
}

/** How a member is told of an event: by a mail of its own, or together with others by one of a kind. */
export type SecurityNotice =
  | { readonly how: 'at-once'; readonly mail: NewMail }
  | { readonly how: 'together'; readonly mail: Omit<NewMail, 'facts'> };

const isListEvent = (type: keyof ProductEvents): boolean => listEvents.some((each) => each === type);

/** How a member is told of an event, by the event's id; null for one that is told to nobody. */
export function securityNotice(event: RecordedEvent<ProductEvents>, now: Date): SecurityNotice | null {
  const { time } = event.metadata;
  if (!('userId' in event.data) || now.getTime() - Date.parse(time) >= oldestMs) return null;
  const common = { id: event.eventId, userId: event.data.userId, language: null };
  if (isListEvent(event.type)) return { how: 'together', mail: { ...common, kind: 'list_changes' } };
  if (event.type === 'UserRegistered') {
    return { how: 'at-once', mail: { ...common, kind: 'email_confirmation', facts: {} } };
  }
  const told = aboutSignIn(event);
  if (told === null) return null;
  return { how: 'at-once', mail: { ...common, kind: told.kind, facts: { ...told.facts, at: time } } };
}
