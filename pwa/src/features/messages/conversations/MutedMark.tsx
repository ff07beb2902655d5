import { isMuted, type MutedUntil } from '@pmcw/contracts';
import { BellOff } from 'lucide-react';
import { mutedText } from './muteEnd.ts';

interface MutedMarkProps {
  readonly until: MutedUntil | null;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Nothing for a conversation that is not muted. */
export function MutedMark({ until, now }: MutedMarkProps) {
  if (until === null || !isMuted(until, now)) return null;
  const text = mutedText(until, now);
  return (
    <span title={text} className="shrink-0">
      <BellOff aria-hidden="true" className="size-3.5 text-muted" />
      <span className="sr-only">{text}</span>
    </span>
  );
}
