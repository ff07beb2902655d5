import { texts } from '@pmcw/contracts';
import { Check, CheckCheck, CircleAlert, Clock3, CloudOff, KeyRound, type LucideIcon } from 'lucide-react';
import type { DeliveryState } from './threadItems.ts';

const icons = {
  queued: Clock3,
  sending: Clock3,
  network: CloudOff,
  server: Clock3,
  signIn: KeyRound,
  sent: Check,
  seen: CheckCheck,
  failed: CircleAlert,
} as const satisfies Record<DeliveryState, LucideIcon>;

/** How far an own message has come: an icon, and its words for those who don't see it. */
export function DeliveryMark({ state }: { readonly state: DeliveryState }) {
  const Icon = icons[state];
  return (
    <>
      <Icon aria-hidden="true" className="size-3.5" strokeWidth={2.2} />
      <span className="sr-only">{texts.messages.delivery[state]}</span>
    </>
  );
}
