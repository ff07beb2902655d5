import { useStore } from '../../base/storage/store.ts';
import { RelativeTime } from '../../base/ui/RelativeTime.tsx';
import { kept } from '../../base/words/en/device/kept.ts';
import { messages } from '../../base/words/en/messages/messages.ts';
import { useWords } from '../../base/words/words.ts';
import { staleSince } from './engine/staleness.ts';

/** Above list and thread, while the server answers with what it had some time ago, because it has too much to do. */
export function StaleNotice() {
  const since = useStore(staleSince);
  const { asOf } = useWords(kept);
  const { behind } = useWords(messages);
  if (since === null) return null;
  return (
    <p role="status" className="shrink-0 border-b px-5 py-1.5 text-xs text-muted">
      {behind} {asOf} <RelativeTime at={new Date(since).toISOString()} />
    </p>
  );
}
