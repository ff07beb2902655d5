import type { SignInMethodKind } from '@pmcw/contracts';
import type { ProductEvents } from '@pmcw/contracts/events';
import type { RecordedEvent } from '@pmcw/event-store';
import type { NewMail } from '@pmcw/vault';
import type { MailKind } from './kinds.ts';

/** Events that their member is told of by mail. */
export const securityEvents = [
  'PasswordChanged',
  'PasswordReset',
  'ResetLinkIssued',
  'WalletAdded',
  'WalletRestored',
  'WalletRemoved',
  'SignInMethodAdded',
  'SignInMethodRemoved',
] as const satisfies readonly (keyof ProductEvents)[];

/** Older events are told to nobody: what is queued is known for a day, and so never queued twice. */
export const oldestMs = 24 * 60 * 60 * 1000;
/** Mails about changes to one member within an hour, so that nobody's mailbox is flooded by whoever gave its address. */
export const mostAnHour = 12;

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

function about(event: RecordedEvent<ProductEvents>): About | null {
  switch (event.type) {
    case 'PasswordChanged':
      return { kind: 'password_changed', facts: {} };
    case 'PasswordReset':
      return { kind: 'password_reset', facts: {} };
    case 'ResetLinkIssued':
      return { kind: 'reset_link_issued', facts: { by: String(event.metadata.actorId) } };
    case 'WalletAdded':
    case 'WalletRestored':
      return { kind: 'wallet_added', facts: { walletId: event.data.walletId } };
    case 'WalletRemoved':
      return { kind: 'wallet_removed', facts: { walletId: event.data.walletId } };
    case 'SignInMethodAdded':
      return aboutMethod(event.data, 'added');
    case 'SignInMethodRemoved':
      return aboutMethod(event.data, 'removed');
    default:
      return null;
  }
}

/** The mail that tells a member of an event, by the event's id; null for one that is told to nobody. */
export function securityMail(event: RecordedEvent<ProductEvents>, now: Date): NewMail | null {
  const { time } = event.metadata;
  if (!('userId' in event.data) || now.getTime() - Date.parse(time) >= oldestMs) return null;
  const told = about(event);
  if (told === null) return null;
  const { kind, facts } = told;
  return {
    id: event.eventId,
    userId: event.data.userId,
    kind,
    facts: { ...facts, at: time },
    language: null,
  };
}
