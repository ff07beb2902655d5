import { type ComponentType, useEffect } from 'react';
import { standIn } from './later.ts';
import { createStore, useStore } from './store.ts';

/** A file of the app whose default export is a component. */
type Load<Props> = () => Promise<{ readonly default: ComponentType<Props> }>;

/** How far a part has come. */
type Progress<Props> =
  | { readonly kind: 'coming' }
  | { readonly kind: 'here'; readonly Part: ComponentType<Props> }
  | { readonly kind: 'failed'; readonly error: unknown };

/**
 * A component in a file of its own, fetched when it is first shown, or a moment before by `preload`. Until it is here `Waiting`
 * stands in its place, with the same props, and it is not yet "later" (`later.ts`). Not React's `lazy`: what that throws is not
 * caught well by what the build draws with (`docs/decisions/pwa-preact.md`).
 * @param orElse what is shown when the file can't be loaded; where it rejects, its error is thrown where the part is shown
 */
export function lazyPart<Props extends object>(
  load: Load<Props>,
  Waiting: ComponentType<Props>,
  orElse: (error: unknown) => ReturnType<Load<Props>>,
) {
  const progress = createStore<Progress<Props>>({ kind: 'coming' });
  const isHere = ({ default: Part }: { readonly default: ComponentType<Props> }) => {
    // Once: whoever shows it is not drawn anew each time that somebody points at it.
    if (progress.get().kind !== 'here') progress.set({ kind: 'here', Part });
  };
  let isAskedFor = false;
  const fetchOnce = () => {
    if (isAskedFor || progress.get().kind === 'here') return;
    isAskedFor = true;
    load()
      .catch(orElse)
      .then(isHere, (error: unknown) => progress.set({ kind: 'failed', error }));
  };
  function LazyPart(props: Props) {
    fetchOnce();
    const now = useStore(progress);
    // Let go once what is here has begun to ask for its data.
    useEffect(() => (now.kind === 'coming' ? standIn() : undefined), [now.kind]);
    if (now.kind === 'failed') throw now.error;
    return now.kind === 'here' ? <now.Part {...props} /> : <Waiting {...props} />;
  }
  return Object.assign(LazyPart, {
    preload: () => {
      // A failure shows when the part is really wanted.
      load().then(isHere, () => undefined);
    },
  });
}

/** A part that the screens can do without: when it can't be loaded, `Waiting` stays in its place and the rest goes on. */
export function lazyExtra<Props extends object>(load: Load<Props>, Waiting: ComponentType<Props> = Nothing) {
  return lazyPart(load, Waiting, async (error) => {
    console.error('A part of the app could not be loaded', error);
    return { default: Waiting };
  });
}

/** Stands for a part that nobody misses while it is not here. */
export function Nothing() {
  return null;
}
