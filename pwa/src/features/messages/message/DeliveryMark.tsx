import {
  Check,
  CheckCheck,
  CircleAlert,
  Clock3,
  CloudOff,
  HardDriveDownload,
  Hourglass,
  KeyRound,
  type LucideIcon,
} from 'lucide-react';
import { messages } from '../../../base/words/en/messages/messages.ts';
import { useWords } from '../../../base/words/words.ts';
import type { DeliveryState } from './threadItems.ts';

const icons = {
  saving: HardDriveDownload,
  queued: Clock3,
  sending: Clock3,
  network: CloudOff,
  server: Hourglass,
  signIn: KeyRound,
  sent: Check,
  seen: CheckCheck,
  failed: CircleAlert,
} as const satisfies Record<DeliveryState, LucideIcon>;

/** Whether a message may wait long, so that words say why. */
export const isHeld = (state: DeliveryState): boolean =>
  state === 'network' || state === 'server' || state === 'signIn';

export function DeliveryMark({ state }: { readonly state: DeliveryState }) {
  const words = useWords(messages);
  const Icon = icons[state];
  return (
    <span title={words.delivery[state]}>
      <Icon aria-hidden="true" className="size-3.5" strokeWidth={2.2} />
      <span className="sr-only">{words.delivery[state]}</span>
    </span>
  );
}
