import { clsx } from 'clsx';
import { common } from '../../base/words/en/common.ts';
import { useWords } from '../../base/words/words.ts';

export function VerifiedBadge({ className = 'size-5' }: { readonly className?: string }) {
  const { verified } = useWords(common);
  return (
    <svg viewBox="0 0 24 24" role="img" aria-label={verified} className={clsx('shrink-0', className)}>
      <title>{verified}</title>
      <path
        d="M12 1.8l2.6 1.9 3.2-.2 1 3.1 2.7 1.7-1 3.1 1 3-2.7 1.8-1 3.1-3.2-.2L12 21l-2.6-1.9-3.2.2-1-3.1-2.7-1.8 1-3-1-3.1 2.7-1.7 1-3.1 3.2.2z"
        transform="translate(0 .6)"
        fill="var(--gold-fill)"
        stroke="var(--gold-fill)"
        strokeWidth="1.6"
        strokeLinejoin="round"
      />
      <path
        d="M8.2 12.2l2.6 2.6 5-5.2"
        fill="none"
        stroke="var(--on-gold)"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
