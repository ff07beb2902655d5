import type { ComponentType, ReactNode } from 'react';
import { reloadOnce } from '../api/brokenChunk.ts';
import { wouldLoseText } from '../forms/busy.ts';
import { app } from '../words/en/app.ts';
import { useWords } from '../words/words.ts';
import { ErrorState } from './ErrorState.tsx';
import { useInPlaceOfFirstView } from './firstView.ts';
import { lazyPart, Nothing, type UnfetchedProps, waitingFor } from './lazyPart.tsx';

/** The page, for `reloadOnce`. */
const page = {
  storage: {
    getItem: (key: string) => sessionStorage.getItem(key),
    setItem: (key: string, value: string) => sessionStorage.setItem(key, value),
  },
  wouldLoseText,
  reload: () => window.location.reload(),
} as const;

// The name of this file holds a hash of it, and so distinguishes builds.
const whenGone = (error: unknown) => reloadOnce(error, import.meta.url, page);

/**
 * A screen in its own file: what shows it decides what is shown until it is here (`Suspense`). One that can't be fetched says so in its
 * place; one that the server no longer has reloads the page, once, and over typed text asks before (`UpdatePrompt`).
 */
export const lazyScreen = (load: () => Promise<{ default: ComponentType }>) =>
  lazyPart(load, Unfetched, whenGone);

/** A part that its screen can't do without, as `lazyScreen`, with what is shown until it is here. */
export const lazyPane = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Waiting: (props: Props) => ReactNode = Nothing,
) => waitingFor(lazyPart<Props>(load, Unfetched, whenGone), Waiting);

function Unfetched({ onRetry }: UnfetchedProps) {
  const words = useWords(app).unfetched;
  useInPlaceOfFirstView();
  return (
    <div className="grid min-h-80 w-full flex-1 place-items-center p-6">
      <ErrorState title={words.title} text={words.text} onRetry={onRetry} className="w-full max-w-lg" />
    </div>
  );
}
