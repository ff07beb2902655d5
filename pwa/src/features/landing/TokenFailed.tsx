import { ErrorState } from '../../base/ui/ErrorState.tsx';
import { landing } from '../../base/words/en/landing/landing.ts';
import { useWords } from '../../base/words/words.ts';
import { type StoredTokenProps, TokenIntro } from './TokenCard.tsx';

export function TokenFailed({ query }: StoredTokenProps) {
  const words = useWords(landing).token;
  return (
    <>
      <TokenIntro settings={undefined} />
      <ErrorState title={words.failed} onRetry={() => void query.refetch()} />
    </>
  );
}
