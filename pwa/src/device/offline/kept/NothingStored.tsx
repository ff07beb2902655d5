import { CloudOff } from 'lucide-react';
import { EmptyState } from '../../../base/ui/EmptyState.tsx';
import { RetryButton } from '../../../base/ui/RetryButton.tsx';
import { kept } from '../../../base/words/en/device/kept.ts';
import { useWords } from '../../../base/words/words.ts';

/** The server is unreachable, and this device has nothing to show. */
export function NothingStored({
  reason,
  onRetry,
}: {
  readonly reason: 'profile' | 'page';
  readonly onRetry: () => void;
}) {
  const words = useWords(kept);
  return (
    <div role="alert">
      <EmptyState
        icon={CloudOff}
        title={words.title}
        text={words.neverOpened[reason]}
        as={reason === 'profile' ? 'h1' : 'h2'}
      >
        <RetryButton onRetry={onRetry} />
      </EmptyState>
    </div>
  );
}
