/**
 * A ref for an element that may be removed while focused: focus then moves to its closest ancestor with
 * `tabIndex={-1}`, so that Tab continues there.
 */
export function passFocusOn(control: HTMLElement | null): () => void {
  return () => {
    if (control?.contains(document.activeElement) !== true) return;
    control.parentElement?.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
  };
}
