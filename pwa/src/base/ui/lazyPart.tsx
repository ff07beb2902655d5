import {
  type ComponentType,
  type ReactNode,
  Suspense,
  startTransition,
  use,
  useEffect,
  useState,
} from 'react';
import { BuildGoneError, fetchPart } from '../api/build.ts';
import { onServerBack } from '../api/reach.ts';
import { createStore, useStore } from '../storage/store.ts';
import { notePlaceholder, runLater } from './later.ts';

type Load<Props> = () => Promise<{ readonly default: ComponentType<Props> }>;

type View<Props> = (props: Props) => ReactNode;

export interface UnfetchedProps {
  /** Also happens automatically when the network or the server is back. */
  readonly onRetry: () => void;
}

/**
 * A component fetched when first shown, or earlier by `preload`. It suspends until then; after a failure `Unfetched` is
 * shown until it arrives.
 * @param whenGone runs if the server no longer has this build; its rejection is thrown where the part is rendered
 */
export function lazyPart<Props extends object>(
  load: Load<Props>,
  Unfetched: View<Props & UnfetchedProps>,
  whenGone: (error: unknown) => Promise<void> = async () => undefined,
) {
  let Loaded: ComponentType<Props> | null = null;
  let loading: Promise<ComponentType<Props>> | null = null;
  const attempts = createStore(0);
  const notify = () => attempts.set(attempts.get() + 1);

  const setLoaded = ({ default: Part }: { readonly default: ComponentType<Props> }) => {
    Loaded = Part;
    return Part;
  };
  const fetchOrMissing = () =>
    fetchPart(load).then(setLoaded, async (error: unknown) => {
      if (error instanceof BuildGoneError) await whenGone(error);
      return Missing;
    });

  const fetched = () => {
    loading ??= fetchOrMissing();
    return loading;
  };

  function Missing(props: Props) {
    // The current view remains until the part arrives.
    const retry = () => {
      const next = fetchOrMissing();
      next.then(notify, () => {
        loading = next;
        notify();
      });
    };
    useEffect(() => onServerBack(retry));
    return <Unfetched {...props} onRetry={retry} />;
  }
  function LazyPart(props: Props) {
    useStore(attempts);
    const Part = Loaded ?? use(fetched());
    return <Part {...props} />;
  }
  const preload = () => {
    // Failures matter only once the part is shown.
    if (Loaded === null)
      load()
        .then(setLoaded)
        .then(notify, () => undefined);
  };
  /** Fetches the part. Returns whether it, or what is shown in its place, can be rendered. */
  const useFetched = () => {
    const [isFetched, setFetched] = useState(Loaded !== null);
    useEffect(() => {
      if (isFetched) return;
      const done = () => startTransition(() => setFetched(true));
      fetched().then(done, done);
    }, [isFetched]);
    return isFetched || Loaded !== null;
  };
  return Object.assign(LazyPart, { preload, useFetched });
}

/**
 * A part with a placeholder of the same props.
 * @param Unfetched as in `lazyPart`; `Waiting` by default
 */
export function lazyExtra<Props extends object>(
  load: Load<Props>,
  Waiting: View<Props> = Nothing,
  Unfetched: View<Props & UnfetchedProps> = Waiting,
) {
  return withPlaceholder(lazyPart(load, Unfetched), Waiting);
}

/**
 * As `lazyExtra`, but loaded right after the first screen, because it must work without a network. `vite.preloads.ts`
 * finds the calls, and installs the parts with the service worker.
 */
export function lazySoon<Props extends object>(load: Load<Props>) {
  const part = lazyExtra(load);
  runLater(part.preload);
  return part;
}

/** Not a fallback of `Suspense` while it is fetched: React would keep that for 300 ms at least. */
export function withPlaceholder<Props extends object>(
  Part: ReturnType<typeof lazyPart<Props>>,
  Waiting: View<Props>,
) {
  function Awaited(props: Props) {
    const placeholder = (
      <Placeholder>
        <Waiting {...props} />
      </Placeholder>
    );
    if (!Part.useFetched()) return placeholder;
    return (
      <Suspense fallback={placeholder}>
        <Part {...props} />
      </Suspense>
    );
  }
  return Object.assign(Awaited, { preload: Part.preload });
}

/** A placeholder; while it is shown, the first screen is incomplete (`later.ts`). */
export function Placeholder({ children }: { readonly children?: ReactNode }) {
  useEffect(notePlaceholder, []);
  return children;
}

export function Nothing() {
  return null;
}
