import { clsx } from 'clsx';
import { Pause, Play } from 'lucide-react';
import { Button } from '../../../base/ui/Button.tsx';
import { history } from '../../../base/words/en/admin/history.ts';
import { useWords } from '../../../base/words/words.ts';
import { useIsCutOff } from '../../../device/offline/kept/useIsCutOff.ts';

interface TailControlProps {
  /** The list ends in the past, so nothing new can be added. */
  readonly isPast: boolean;
  readonly isPaused: boolean;
  /** The last request for newer events failed. */
  readonly isAway: boolean;
  readonly onPause: (isPaused: boolean) => void;
}

export function TailControl({ isPast, isPaused, isAway, onPause }: TailControlProps) {
  const words = useWords(history).tail;
  const isCutOff = useIsCutOff();
  const isLive = !isPast && !isPaused && !isAway && !isCutOff;
  const status = isPast ? words.past : isPaused ? words.paused : isAway || isCutOff ? words.away : words.live;
  return (
    <div className="flex items-center gap-3">
      <Button size="sm" variant="secondary" disabled={isPast} onClick={() => onPause(!isPaused)}>
        {isPaused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
        {isPaused ? words.resume : words.pause}
      </Button>
      <p role="status" className="flex items-center gap-2 text-sm text-muted">
        <span
          aria-hidden="true"
          className={clsx('size-2 rounded-full', isLive ? 'bg-success' : 'bg-line-strong')}
        />
        {status}
      </p>
    </div>
  );
}
