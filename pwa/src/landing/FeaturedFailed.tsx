import { ErrorState } from '../ui/ErrorState.tsx';
import { landing } from '../words/en/landing.ts';
import { useWords } from '../words/words.ts';
import type { FeaturedHereProps } from './FeaturedList.tsx';

/** Neither the server nor this device has the latest verified members. */
export function FeaturedFailed({ query }: FeaturedHereProps) {
  const words = useWords(landing).verified;
  return <ErrorState title={words.failed} onRetry={() => void query.refetch()} />;
}
