import { ui } from '../words/en/ui.ts';
import { useFormats } from '../words/formats.ts';
import { useWords } from '../words/words.ts';
import { agoOf } from './agoOf.ts';
import { useNow } from './useNow.ts';

interface RelativeTimeProps {
  /** ISO 8601. */
  readonly at: string;
  readonly className?: string;
}

/** Kept up to date; "recently" for an invalid date (spec §2). */
export function RelativeTime({ at, className }: RelativeTimeProps) {
  const words = useWords(ui);
  const formats = useFormats();
  const ago = agoOf(at, useNow(), formats);
  if (ago === null) return <span className={className}>{words.recently}</span>;
  return (
    <time dateTime={at} title={formats.dateAndTime(at)} className={className}>
      {ago}
    </time>
  );
}
