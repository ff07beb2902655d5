import { ErrorState } from '../../base/ui/ErrorState.tsx';
import { landing } from '../../base/words/en/landing/landing.ts';
import { useWords } from '../../base/words/words.ts';
import { type TokenHereProps, TokenIntro } from './TokenCard.tsx';

export function TokenFailed({ query }: TokenHereProps) {
  const words = useWords(landing).token;
  return (
    <>
      <TokenIntro settings={undefined} />
      <ErrorState title={words.failed} onRetry={() => void query.refetch()} />
    </>
  );
}
