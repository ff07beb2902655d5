import { texts } from '@pmcw/contracts';
import { clsx } from 'clsx';
import { Button } from '../ui/Button.tsx';
import type { Messenger } from './messenger.ts';
import { useStore } from './store.ts';

const looks = {
  connected: { words: texts.messages.status.live, dot: 'bg-success' },
  connecting: {
    words: texts.messages.status.connecting,
    dot: 'bg-faint animate-pulse motion-reduce:animate-none',
  },
  disconnected: { words: texts.messages.status.offline, dot: 'bg-danger' },
} as const;

/** Live, Connecting or Offline, with Connect while disconnected (spec §2). */
export function ConnectionIndicator({ messenger }: { readonly messenger: Messenger }) {
  const status = useStore(messenger.status);
  const { words, dot } = looks[status];
  return (
    <div className="flex items-center gap-1">
      {status === 'disconnected' && (
        <Button variant="ghost" size="sm" className="h-7 px-2.5 text-xs" onClick={() => messenger.connect()}>
          {texts.messages.connect}
        </Button>
      )}
      <span
        role="status"
        className="flex h-7 items-center gap-1.5 rounded-full border px-2.5 text-xs font-medium text-muted"
      >
        <span aria-hidden="true" className={clsx('size-1.5 rounded-full', dot)} />
        {words}
      </span>
    </div>
  );
}
