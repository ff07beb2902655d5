import { type ComponentType, type ReactNode, Suspense, use, useEffect } from 'react';
import { BuildGoneError, fetchPart } from '../api/build.ts';
import { onBack } from '../api/reach.ts';
import { createStore, useStore } from '../storage/store.ts';
import { standIn } from './later.ts';

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
  let here: ComponentType<Props> | null = null;
  let coming: Promise<ComponentType<Props>> | null = null;
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
    // The current view remains until the part arrives.
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
    // Failures matter only once the part is shown.
    if (here === null)
      load()
        .then(isHere)
        .then(notify, () => undefined);
  };
  return Object.assign(LazyPart, { preload });
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
  return waitingFor(lazyPart(load, Unfetched), Waiting);
}

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

/** A placeholder; while it is shown, the first screen is incomplete (`later.ts`). */
export function StandIn({ children }: { readonly children?: ReactNode }) {
  useEffect(standIn, []);
  return children;
}

export function Nothing() {
  return null;
}
