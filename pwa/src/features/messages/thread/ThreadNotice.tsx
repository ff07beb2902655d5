import { type ReactNode, useEffect, useRef } from 'react';
import { RetryButton } from '../../../base/ui/RetryButton.tsx';
import { messages } from '../../../base/words/en/messages.ts';
import { useWords } from '../../../base/words/words.ts';
import type { Messenger } from '../engine/messenger.ts';
import { useIsOffline } from './useIsOffline.ts';
import type { Thread } from './useThread.ts';

/**
 * What is to be said of a thread as a whole lies over its upper end, where older messages are, and moves nothing; toasts
 * keep below it (messages.css). Nothing while all is well.
 */
export function ThreadNotice({
  messenger,
  thread,
}: {
  readonly messenger: Messenger;
  readonly thread: Thread;
}) {
  const words = useWords(messages);
  const isOffline = useIsOffline(messenger);
  // Where nothing is here yet, the retry stands in the middle.
  const { stored, fetching } = thread;
  const hasFailed = fetching === 'failed' && stored !== undefined && stored.messages.length > 0;
  if (!isOffline && !hasFailed) return null;
  const { globalFailed, threadFailed } = words.toasts;
  const failure = stored?.conversation.key === 'global' ? globalFailed : threadFailed;
  return (
    <Bar>
      <p className="min-w-0 flex-1 basis-40 text-xs text-muted">
        {isOffline ? words.sentLater : failure.title}
      </p>
      {isOffline && <RetryButton onRetry={() => messenger.connect()}>{words.reconnect}</RetryButton>}
      {hasFailed && <RetryButton onRetry={() => void thread.retry()}>{words.retryMessages}</RetryButton>}
    </Bar>
  );
}

/** Tells the page how high it is. */
function Bar({ children }: { readonly children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const page = document.documentElement.style;
    const watching = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize ?? 0;
      page.setProperty('--thread-notice', `${height}px`);
    });
    if (bar.current !== null) watching.observe(bar.current);
    return () => {
      watching.disconnect();
      page.removeProperty('--thread-notice');
    };
  }, []);
  return (
    <div
      ref={bar}
      className="absolute inset-x-0 top-0 z-10 flex animate-appear flex-wrap items-center justify-between gap-x-3 gap-y-1.5 border-b bg-surface px-4 py-2"
    >
      {children}
    </div>
  );
}
