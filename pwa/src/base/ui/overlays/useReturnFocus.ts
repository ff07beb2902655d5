import { useCallback, useRef } from 'react';

/**
 * Returns focus to where it was when a layer closes. Radix only does that for triggers, which dialogs opened otherwise
 * lack.
 */
export function useReturnFocus() {
  const before = useRef<Element | null>(null);
  return {
    before,
    /** Runs as soon as the content exists: before any key, and before it takes focus. */
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
