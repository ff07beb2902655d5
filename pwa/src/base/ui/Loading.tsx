import type { ReactNode } from 'react';
import { common } from '../words/en/common.ts';
import { useWords } from '../words/words.ts';

interface LoadingProps {
  /** For screen readers; "Loading" by default. */
  readonly label?: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Announces that its skeletons will be replaced by content. */
export function Loading({ label, className, children }: LoadingProps) {
  const { loading } = useWords(common);
  return (
    <div role="status" aria-label={label ?? loading} className={className}>
      {children}
    </div>
  );
}

interface RepeatedProps {
  /** At most 8. */
  readonly count: number;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Repeats a skeleton. */
export function Repeated({ count, className, children }: RepeatedProps) {
  return [...'abcdefgh'].slice(0, count).map((key) => (
    <div key={key} className={className}>
      {children}
    </div>
  ));
}
