import { clsx } from 'clsx';
import { common } from '../../base/words/en/common.ts';
import { useFormats } from '../../base/words/formats.ts';
import { useWords } from '../../base/words/words.ts';

export function PmcwCoin({ className = 'size-5' }: { readonly className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={clsx('shrink-0', className)}>
      <circle cx="12" cy="12" r="11" fill="currentColor" opacity="0.18" />
      <circle cx="12" cy="12" r="10.2" fill="none" stroke="currentColor" strokeWidth="1.4" />
      <path
        d="M9.5 17.5v-7.6a3.4 3.4 0 1 1 3.4 3.4H11"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </svg>
  );
}

/** Gold for more than 0. */
export function PmcwEarnt({ tokens }: { readonly tokens: number }) {
  const words = useWords(common);
  const formats = useFormats();
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1.5 text-sm font-medium whitespace-nowrap tabular-nums',
        tokens > 0 ? 'text-gold' : 'text-muted',
      )}
    >
      <PmcwCoin className="size-4.5" />
      {words.pmcwEarnt(formats.number(tokens))}
    </span>
  );
}
