import { useCallback, useRef } from 'react';

/**
 * For a layer's content: when it closes, the keyboard is again where it was, where that is still there. Radix knows only of
 * triggers, which a dialog that something else opens doesn't have.
 */
export function useReturnFocus() {
  const before = useRef<Element | null>(null);
  return {
    /** What had the keyboard, and will have it again. */
    before,
    /** Called as soon as it is there: before a key can be pressed, and before it takes the focus. */
    ref: useCallback((content: HTMLElement | null) => {
      if (content !== null) before.current = document.activeElement;
    }, []),
    onCloseAutoFocus: (event: Event) => {
      const { current } = before;
      if (!(current instanceof HTMLElement) || current === document.body || !current.isConnected) return;
      event.preventDefault();
      current.focus();
    },
  };
}
