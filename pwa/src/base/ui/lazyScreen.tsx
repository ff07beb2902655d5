import type { ComponentType, ReactNode } from 'react';
import { reloadOnce } from '../api/brokenChunk.ts';
import { wouldLoseText } from '../forms/busy.ts';
import { app } from '../words/en/app/app.ts';
import { useWords } from '../words/words.ts';
import { ErrorState } from './ErrorState.tsx';
import { useInPlaceOfFirstView } from './firstView.ts';
import { lazyPart, Nothing, type UnfetchedProps, withPlaceholder } from './lazyPart.tsx';

const page = {
  storage: {
    getItem: (key: string) => sessionStorage.getItem(key),
    setItem: (key: string, value: string) => sessionStorage.setItem(key, value),
  },
  wouldLoseText,
  reload: () => window.location.reload(),
} as const;

// This file's name contains a content hash, which identifies the build.
const whenGone = (error: unknown) => reloadOnce(error, import.meta.url, page);

/**
 * Needs `Suspense` around it. Shows an error if it can't be fetched; if the server no longer has it, the page reloads
 * once, after a question if text would be lost (`UpdatePrompt`).
 */
export const lazyScreen = (load: () => Promise<{ default: ComponentType }>) =>
  lazyPart(load, Unfetched, whenGone);

/** A part that its screen needs. */
export const lazyPane = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Waiting: (props: Props) => ReactNode = Nothing,
) => withPlaceholder(lazyPart<Props>(load, Unfetched, whenGone), Waiting);

function Unfetched({ onRetry }: UnfetchedProps) {
  const words = useWords(app).unfetched;
  useInPlaceOfFirstView();
  return (
    <div className="grid min-h-80 w-full flex-1 place-items-center p-6">
      <ErrorState title={words.title} text={words.text} onRetry={onRetry} className="w-full max-w-lg" />
    </div>
  );
}
