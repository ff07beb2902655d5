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
import { RoundIcon } from '../../base/ui/RoundIcon.tsx';
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
  return <RoundIcon icon={group === null ? CircleHelp : icons[group]} />;
}
