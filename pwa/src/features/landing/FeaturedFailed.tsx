import { ErrorState } from '../../base/ui/ErrorState.tsx';
import { landing } from '../../base/words/en/landing/landing.ts';
import { useWords } from '../../base/words/words.ts';
import type { StoredFeaturedProps } from './FeaturedList.tsx';

export function FeaturedFailed({ query }: StoredFeaturedProps) {
  const words = useWords(landing).verified;
  return <ErrorState title={words.failed} onRetry={() => void query.refetch()} />;
}
