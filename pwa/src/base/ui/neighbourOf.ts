/**
 * Where the keyboard goes when a control takes its item off a list: to the same control of the next item, else of the one
 * before, else to what holds the list and has `tabIndex={-1}`. Such controls are marked `data-removes`. Ask before the item goes.
 */
export function neighbourOf(control: Element): HTMLElement | null {
  const item = control.closest('li');
  const list = item?.parentElement;
  const neighbour = item?.nextElementSibling ?? item?.previousElementSibling;
  return (
    neighbour?.querySelector<HTMLElement>('[data-removes]') ??
    list?.parentElement?.closest<HTMLElement>('[tabindex="-1"]') ??
    null
  );
}
