/**
 * Returns where focus goes when a control removes its list item: to the same control (`data-removes`) of a neighbour,
 * otherwise to the list's ancestor with `tabIndex={-1}`. Call it before the removal.
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
