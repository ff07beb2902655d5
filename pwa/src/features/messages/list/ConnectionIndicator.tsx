import { clsx } from 'clsx';
import { useStore } from '../../../base/storage/store.ts';
import { Button } from '../../../base/ui/Button.tsx';
import { passFocusOn } from '../../../base/ui/passFocusOn.ts';
import { messages as messagesWords } from '../../../base/words/en/messages/messages.ts';
import { useWords } from '../../../base/words/words.ts';
import type { Messenger } from '../engine/messenger.ts';

const looks = {
  connected: { status: 'live', dot: 'bg-success' },
  connecting: {
    status: 'connecting',
    dot: 'bg-faint animate-pulse motion-reduce:animate-none',
  },
  disconnected: { status: 'offline', dot: 'bg-danger' },
} as const;

export function ConnectionIndicator({ messenger }: { readonly messenger: Messenger }) {
  const status = useStore(messenger.status);
  const words = useWords(messagesWords);
  const { status: word, dot } = looks[status];
  return (
    <div className="flex items-center gap-1">
      {status === 'disconnected' && (
        <Button
          ref={passFocusOn}
          variant="ghost"
          size="sm"
          className="h-7 px-2.5 text-xs"
          onClick={() => messenger.connect()}
        >
          {words.connect}
        </Button>
      )}
      <span
        role="status"
        className="flex h-7 items-center gap-1.5 rounded-full border px-2.5 text-xs font-medium text-muted"
      >
        <span aria-hidden="true" className={clsx('size-1.5 rounded-full', dot)} />
        {words.status[word]}
      </span>
    </div>
  );
}
