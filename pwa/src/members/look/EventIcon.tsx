import {
  BadgeCheck,
  Bell,
  CircleHelp,
  type LucideIcon,
  MessageSquare,
  Settings,
  ShieldAlert,
  UserRound,
  WalletCards,
} from 'lucide-react';
import { type EventGroup, groupOf } from './eventGroups.ts';

const icons: Readonly<Record<EventGroup, LucideIcon>> = {
  accounts: UserRound,
  profiles: WalletCards,
  verification: BadgeCheck,
  moderation: ShieldAlert,
  messages: MessageSquare,
  notifications: Bell,
  settings: Settings,
};

export function EventIcon({ type }: { readonly type: string }) {
  const group = groupOf(type);
  const Icon = group === null ? CircleHelp : icons[group];
  return (
    <span
      aria-hidden="true"
      className="grid size-9 shrink-0 place-items-center rounded-full border bg-raised text-muted"
    >
      <Icon className="size-4" strokeWidth={1.8} />
    </span>
  );
}
