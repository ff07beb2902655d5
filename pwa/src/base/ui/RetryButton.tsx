import { RotateCw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ui } from '../words/en/ui.ts';
import { useWords } from '../words/words.ts';
import { Button } from './Button.tsx';
import { passFocusOn } from './passFocusOn.ts';
import { RoomFor } from './RoomFor.tsx';

/** Spec §9. */
const restMs = 1000;

interface RetryButtonProps {
  /** "Try again" by default. */
  readonly children?: string;
  readonly onRetry: () => void;
}

/** Shows "Retrying..." and stays disabled for about a second (spec §8). Passes focus on when removed. */
export function RetryButton({ children, onRetry }: RetryButtonProps) {
  const words = useWords(ui);
  const label = children ?? words.retry;
  const [isRetrying, setRetrying] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <Button
      variant="secondary"
      size="sm"
      ref={passFocusOn}
      aria-disabled={isRetrying}
      onClick={() => {
        setRetrying(true);
        timer.current = setTimeout(() => setRetrying(false), restMs);
        onRetry();
      }}
    >
      <RotateCw aria-hidden="true" />
      <RoomFor other={isRetrying ? label : words.retrying}>{isRetrying ? words.retrying : label}</RoomFor>
    </Button>
  );
}
