import { Slot } from 'radix-ui';
import {
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';

/** Delay before a tip opens, skipped for so long after another one closed (spec §9). */
const openAfterMs = 700;
const skipWithinMs = 300;
/** In pixels. */
const margin = 12;

/** In milliseconds since 1970; shared by all tips. */
let closedAt = Number.NEGATIVE_INFINITY;

/**
 * A hint on hover and focus; never the only place of a fact. The pointer may rest on it, Escape closes it (WCAG
 * 1.4.13). Touch opens none.
 */
export function Tooltip({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  const id = useId();
  const tip = useRef<HTMLSpanElement>(null);
  const [control, setControl] = useState<Element | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const close = () => {
    clearTimeout(timer.current);
    if (control !== null) closedAt = performance.now();
    setControl(null);
  };
  const enter = (event: PointerEvent) => {
    if (event.pointerType === 'touch' || control !== null) return;
    const { currentTarget } = event;
    clearTimeout(timer.current);
    if (performance.now() - closedAt < skipWithinMs) setControl(currentTarget);
    else timer.current = setTimeout(() => setControl(currentTarget), openAfterMs);
  };
  /** Moving between the control and its tip does not close it. */
  const leave = ({ relatedTarget }: PointerEvent) => {
    if (
      relatedTarget instanceof Node &&
      (tip.current?.contains(relatedTarget) || control?.contains(relatedTarget))
    )
      return;
    close();
  };
  return (
    <>
      <Slot.Root
        aria-describedby={control === null ? undefined : id}
        onPointerEnter={enter}
        onPointerLeave={leave}
        onPointerDown={close}
        onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && setControl(currentTarget)}
        onBlur={close}
      >
        {children}
      </Slot.Root>
      {control !== null && (
        <Tip id={id} control={control} tip={tip} onLeave={leave} onClose={close}>
          {text}
        </Tip>
      )}
    </>
  );
}

interface TipProps {
  readonly id: string;
  readonly control: Element;
  readonly tip: { current: HTMLSpanElement | null };
  readonly onLeave: (event: PointerEvent) => void;
  readonly onClose: () => void;
  readonly children: string;
}

function Tip({ id, control, tip, onLeave, onClose, children }: TipProps) {
  const close = useRef(onClose);
  close.current = onClose;
  useLayoutEffect(() => {
    if (tip.current !== null) place(tip.current, control.getBoundingClientRect());
  });
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && close.current();
    document.addEventListener('keydown', onKey, { signal });
    // The control has moved away.
    window.addEventListener('scroll', () => close.current(), { signal, capture: true, passive: true });
    return () => listening.abort();
  }, []);
  return createPortal(
    <span ref={tip} className="fixed top-0 left-0 z-50 py-1.5" onPointerLeave={onLeave}>
      <span
        id={id}
        role="tooltip"
        className="block w-max max-w-64 animate-appear rounded-sm border border-line-strong bg-float px-2.5 py-1.5 text-xs text-fg shadow-overlay"
      >
        {children}
      </span>
    </span>,
    document.body,
  );
}

function place(tip: HTMLElement, { top, bottom, left, width }: DOMRect): void {
  const { offsetWidth, offsetHeight } = tip;
  const most = document.documentElement.clientWidth - margin - offsetWidth;
  const x = Math.max(margin, Math.min(left + width / 2 - offsetWidth / 2, most));
  const y = top - offsetHeight < margin ? bottom : top - offsetHeight;
  tip.style.translate = `${Math.round(x)}px ${Math.round(y)}px`;
}
