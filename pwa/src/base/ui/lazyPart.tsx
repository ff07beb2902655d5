import { type ComponentType, type ReactNode, Suspense, use, useEffect } from 'react';
import { BuildGoneError, fetchPart } from '../api/build.ts';
import { onBack } from '../api/reach.ts';
import { createStore, useStore } from '../storage/store.ts';
import { onceLater, standIn } from './later.ts';

/** A file of the app whose default export is a component. */
type Load<Props> = () => Promise<{ readonly default: ComponentType<Props> }>;

/** What is shown in the place of one. */
type View<Props> = (props: Props) => ReactNode;

/** Props of what is shown instead of a part that could not be fetched, beside the part's own. */
export interface UnfetchedProps {
  /** Fetches it again. That happens automatically, too, when the network or the server is back. */
  readonly onRetry: () => void;
}

/**
 * A component in a file of its own, fetched when it is first shown, or a moment before by `preload`. Until it is here it suspends. No
 * failure is final: `Unfetched` is shown instead until it is here.
 * @param whenGone what is done if the server no longer has this build; where it rejects, its error is thrown where the part is shown
 */
export function lazyPart<Props extends object>(
  load: Load<Props>,
  Unfetched: View<Props & UnfetchedProps>,
  whenGone: (error: unknown) => Promise<void> = async () => undefined,
) {
  let here: ComponentType<Props> | null = null;
  let coming: Promise<ComponentType<Props>> | null = null;
  /** Changes when it is here, and when it can't be had. */
  const attempts = createStore(0);
  const notify = () => attempts.set(attempts.get() + 1);

  const isHere = ({ default: Part }: { readonly default: ComponentType<Props> }) => {
    here = Part;
    return Part;
  };
  const fetchOrStandIn = () =>
    fetchPart(load).then(isHere, async (error: unknown) => {
      if (error instanceof BuildGoneError) await whenGone(error);
      return Missing;
    });

  const fetched = () => {
    coming ??= fetchOrStandIn();
    return coming;
  };

  function Missing(props: Props) {
    // It remains on screen until the part is here.
    const retry = () => {
      const next = fetchOrStandIn();
      next.then(notify, () => {
        coming = next;
        notify();
      });
    };
    useEffect(() => onBack(retry));
    return <Unfetched {...props} onRetry={retry} />;
  }
  function LazyPart(props: Props) {
    useStore(attempts);
    const Part = here ?? use(fetched());
    return <Part {...props} />;
  }
  const preload = () => {
    // A failure shows when the part is really wanted.
    if (here === null)
      load()
        .then(isHere)
        .then(notify, () => undefined);
  };
  return Object.assign(LazyPart, { preload });
}

/**
 * A part with `Waiting`, which has the same props, in its place until it is here.
 * @param Unfetched as in `lazyPart`; `Waiting` by default
 */
export function lazyExtra<Props extends object>(
  load: Load<Props>,
  Waiting: View<Props> = Nothing,
  Unfetched: View<Props & UnfetchedProps> = Waiting,
) {
  return waitingFor(lazyPart(load, Unfetched), Waiting);
}

/** A part as `lazyExtra`, fetched right after the first screen: it has to work when the network is gone. */
export function lazySoon<Props extends object>(load: Load<Props>) {
  const part = lazyExtra(load);
  onceLater(part.preload);
  return part;
}

/** A part of `lazyPart` with what is shown in its place until it is here. */
export function waitingFor<Props extends object>(
  Part: ReturnType<typeof lazyPart<Props>>,
  Waiting: View<Props>,
) {
  function Awaited(props: Props) {
    return (
      <Suspense
        fallback={
          <StandIn>
            <Waiting {...props} />
          </StandIn>
        }
      >
        <Part {...props} />
      </Suspense>
    );
  }
  return Object.assign(Awaited, { preload: Part.preload });
}

/** Shown in the place of what is to come: as long as it is, the first screen is not whole (`later.ts`). */
export function StandIn({ children }: { readonly children?: ReactNode }) {
  useEffect(standIn, []);
  return children;
}

/** In the place of a part that is not missed until it is here. */
export function Nothing() {
  return null;
}
