import { type ReactNode, useEffect, useRef } from 'react';
import { RetryButton } from '../../../base/ui/RetryButton.tsx';
import { messages } from '../../../base/words/en/messages/messages.ts';
import { useWords } from '../../../base/words/words.ts';
import type { Messenger } from '../engine/messenger.ts';
import { useIsOffline } from './useIsOffline.ts';
import type { Thread } from './useThread.ts';

/** Above the thread's upper end, so that it moves nothing; toasts stay below it (messages.css). */
export function ThreadNotice({
  messenger,
  thread,
}: {
  readonly messenger: Messenger;
  readonly thread: Thread;
}) {
  const words = useWords(messages);
  const isOffline = useIsOffline(messenger);
  // An empty thread has the retry in its middle.
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

/** Publishes its height to the page's styles. */
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
