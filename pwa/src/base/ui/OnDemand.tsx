import { Slot } from 'radix-ui';
import {
  type ComponentType,
  type KeyboardEvent,
  type ReactElement,
  useCallback,
  useRef,
  useState,
} from 'react';
import { lazyExtra } from './lazyPart.tsx';

/** The button that opens it. Render it open. */
export interface OnDemandProps {
  readonly trigger: ReactElement;
}

/**
 * A menu or dialog whose code is loaded when the pointer is on its button. Until the first press only the button
 * exists, with the same look and semantics; if loading fails, it does nothing. Focus stays on it while the code loads.
 */
export function onDemand<Props extends OnDemandProps>(
  popup: 'menu' | 'dialog',
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const closed = { 'aria-haspopup': popup, 'aria-expanded': false } as const;
  // Pressing again after a failed load retries.
  const Opened = lazyExtra(load, ({ trigger }: Props) => (
    <Slot.Root {...closed} onClick={() => Opened.preload()}>
      {trigger}
    </Slot.Root>
  ));
  return function OnDemand(props: Props) {
    const [isWanted, setWanted] = useState(false);
    const keepFocus = useKeptFocus();
    const onKeyDown = (event: KeyboardEvent) => {
      if (popup !== 'menu' || event.key !== 'ArrowDown') return;
      event.preventDefault();
      setWanted(true);
    };
    if (isWanted)
      return <Opened {...props} trigger={<Slot.Root ref={keepFocus}>{props.trigger}</Slot.Root>} />;
    return (
      <Slot.Root
        {...closed}
        onPointerEnter={Opened.preload}
        onFocus={Opened.preload}
        onKeyDown={onKeyDown}
        onClick={() => setWanted(true)}
      >
        {props.trigger}
      </Slot.Root>
    );
  };
}

/** A ref for buttons that replace a pressed one: moves the lost focus to them. */
function useKeptFocus() {
  const last = useRef<HTMLElement>(null);
  return useCallback((button: HTMLElement | null) => {
    if (button === null || button === last.current) return;
    last.current = button;
    if (document.activeElement === document.body) button.focus({ preventScroll: true });
  }, []);
}
