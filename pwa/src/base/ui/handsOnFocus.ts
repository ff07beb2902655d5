/**
 * The ref of what may go while it, or something in it, has the keyboard: what holds it and has `tabIndex={-1}` has it then,
 * so that Tab goes on from there, not from the beginning of the page.
 */
export function handsOnFocus(control: HTMLElement | null): () => void {
  return () => {
    if (control?.contains(document.activeElement) !== true) return;
    control.parentElement?.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
  };
}
