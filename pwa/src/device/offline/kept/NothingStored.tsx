import { CloudOff, Hourglass } from 'lucide-react';
import { EmptyState } from '../../../base/ui/EmptyState.tsx';
import { RetryButton } from '../../../base/ui/RetryButton.tsx';
import { kept } from '../../../base/words/en/device/kept.ts';
import { useWords } from '../../../base/words/words.ts';
import type { Obstacle } from './useKept.ts';

/** The server does not answer, and this device has nothing to show. */
export function NothingStored({
  what,
  obstacle,
  onRetry,
}: {
  readonly what: 'profile' | 'page';
  readonly obstacle: Obstacle;
  readonly onRetry: () => void;
}) {
  const words = useWords(kept);
  const isBusy = obstacle === 'busy';
  return (
    <div role="alert">
      <EmptyState
        icon={isBusy ? Hourglass : CloudOff}
        title={isBusy ? words.busy.title : words.title}
        text={isBusy ? words.busy.text : words.neverOpened[what]}
        as={what === 'profile' ? 'h1' : 'h2'}
      >
        <RetryButton onRetry={onRetry} />
      </EmptyState>
    </div>
  );
}
