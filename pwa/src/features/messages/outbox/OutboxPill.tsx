import { clsx } from 'clsx';
import { CircleAlert, CloudOff, Hourglass, KeyRound } from 'lucide-react';
import { Link } from '../../../base/ui/Link.tsx';
import { outbox } from '../../../base/words/en/messages/outbox.ts';
import { useFormats } from '../../../base/words/formats.ts';
import { useWords } from '../../../base/words/words.ts';
import type { OutboxStatus } from '../../../device/offline/outbox/status.ts';

const icons = { 'sign-in': KeyRound, network: CloudOff, server: Hourglass } as const;

/**
 * How many messages are not sent and why ("3 waiting"); only icon and number in little space, empty while all is well.
 */
export default function OutboxPill({
  status: { waiting, waitingFor, failed },
  isSignedIn,
}: {
  readonly status: OutboxStatus;
  readonly isSignedIn: boolean;
}) {
  const words = useWords(outbox);
  const { number } = useFormats();
  const Icon = waitingFor === null ? CircleAlert : icons[waitingFor];
  const count = number(waitingFor === null ? failed : waiting);
  const [before, after] = (waitingFor === null ? words.failed : words.waiting)(count).split(count);
  return (
    <span role="status" data-outbox className="flex shrink-0">
      <Link
        to={isSignedIn ? '/messages' : '/auth'}
        state={isSignedIn ? null : { goingTo: '/messages' }}
        className={clsx(
          'flex h-9 items-center gap-1.5 rounded-full border px-2.5 text-xs font-medium whitespace-nowrap tabular-nums transition sm:px-3',
          waitingFor === null
            ? 'border-danger-line bg-danger-soft text-danger'
            : 'bg-surface text-muted hover:text-fg',
        )}
      >
        <Icon aria-hidden="true" className="size-4 shrink-0" strokeWidth={2} />
        <span>
          {before}
          {count}
          <span className={clsx(isSignedIn && 'max-sm:sr-only')}>{after}</span>
          {waitingFor !== null && (
            <span
              className={clsx(waitingFor === 'sign-in' ? isSignedIn && 'max-sm:sr-only' : 'max-lg:sr-only')}
            >
              {' · '}
              {words.waitingFor[waitingFor]}
            </span>
          )}
        </span>
      </Link>
    </span>
  );
}
