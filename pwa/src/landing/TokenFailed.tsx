import { ErrorState } from '../ui/ErrorState.tsx';
import { landing } from '../words/en/landing.ts';
import { useWords } from '../words/words.ts';
import { type TokenHereProps, TokenIntro } from './TokenCard.tsx';

/** Neither the server nor this device knows the token. */
export function TokenFailed({ query }: TokenHereProps) {
  const words = useWords(landing).token;
  return (
    <>
      <TokenIntro settings={undefined} />
      <ErrorState title={words.failed} onRetry={() => void query.refetch()} />
    </>
  );
}
