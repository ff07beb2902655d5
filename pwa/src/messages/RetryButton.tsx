import { texts } from '@pmcw/contracts';
import { RotateCw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../ui/Button.tsx';

/** How long the button rests after a press (spec §9). */
const restMs = 1000;

/** Tries something again: shows "Retrying..." and stays disabled for about a second (spec §8). */
export function RetryButton({
  children,
  onRetry,
}: {
  readonly children: string;
  readonly onRetry: () => void;
}) {
  const [isRetrying, setRetrying] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <Button
      variant="secondary"
      size="sm"
      disabled={isRetrying}
      onClick={() => {
        setRetrying(true);
        timer.current = setTimeout(() => setRetrying(false), restMs);
        onRetry();
      }}
    >
      <RotateCw aria-hidden="true" />
      {isRetrying ? texts.messages.retrying : children}
    </Button>
  );
}
