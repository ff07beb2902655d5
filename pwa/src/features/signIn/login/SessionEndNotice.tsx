import { Ban, Clock, KeyRound, LogOut, MonitorX } from 'lucide-react';
import { session } from '../../../base/words/en/members/session.ts';
import { useWords } from '../../../base/words/words.ts';
import type { EndAtSignIn } from '../../../members/session/sessionEnd.ts';

const icons = {
  ended_elsewhere: MonitorX,
  expired: Clock,
  password_changed: KeyRound,
  suspended: Ban,
  unknown: LogOut,
} as const;

export function SessionEndNotice({ end }: { readonly end: EndAtSignIn }) {
  const { title, text } = useWords(session).ended[end];
  const Icon = icons[end];
  const look =
    end === 'suspended'
      ? 'border-danger-line bg-danger-soft [&_svg]:text-danger'
      : 'bg-raised [&_svg]:text-muted';
  return (
    <div role="alert" className={`flex gap-3 first:mb-5 last:mt-5 rounded-lg border p-4 text-sm ${look}`}>
      <Icon aria-hidden="true" className="mt-px size-4.5 shrink-0" />
      <div>
        <p className="font-medium">{title}</p>
        <p className="mt-0.5 text-muted">{text}</p>
      </div>
    </div>
  );
}
