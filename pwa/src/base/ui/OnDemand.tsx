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

/** What a control that comes on demand is given: the button that it hangs on. It is to come opened. */
export interface OnDemandProps {
  readonly trigger: ReactElement;
}

/**
 * A menu or dialog whose code comes when somebody points at its button. Until it is pressed for the first time the button alone
 * is there, and looks and reads as it does afterwards. Where the code can't be loaded, it stays a button that does nothing.
 * Whoever presses it by keyboard stays at it while the code comes.
 */
export function onDemand<Props extends OnDemandProps>(
  popup: 'menu' | 'dialog',
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const closed = { 'aria-haspopup': popup, 'aria-expanded': false } as const;
  // Pressed once more where it could not be fetched, it is asked for again.
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

/** A ref for buttons that take the place of one that was pressed: its focus, which went with it, is theirs. */
function useKeptFocus() {
  const last = useRef<HTMLElement>(null);
  return useCallback((button: HTMLElement | null) => {
    if (button === null || button === last.current) return;
    last.current = button;
    if (document.activeElement === document.body) button.focus({ preventScroll: true });
  }, []);
}
