/** Fields that a person has typed into on this page. */
const typedInto = new Set<HTMLInputElement | HTMLTextAreaElement>();

const isField = (target: unknown): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;

/** Notes which fields a person types into, for as long as the page lives: to be called before the first one is shown. */
export function watchTyping(): void {
  const note = ({ target }: Event) => {
    if (isField(target)) typedInto.add(target);
  };
  document.addEventListener('input', note, true);
}

/** Fields with text that was typed and is still on the page; those that are gone are forgotten. */
function writtenFields(): readonly (HTMLInputElement | HTMLTextAreaElement)[] {
  for (const field of typedInto) if (!field.isConnected) typedInto.delete(field);
  return [...typedInto].filter(({ value }) => value !== '');
}

/** Whether a reload takes text with it. What the device keeps while it is typed (`data-kept`) comes back by itself. */
export const wouldLoseText = (): boolean => writtenFields().some((field) => field.dataset.kept === undefined);

/** Whether somebody is in the middle of something: text in a field, a dialog that is open, sound that plays (`data-playing`). */
export const isBusy = (): boolean =>
  writtenFields().length > 0 ||
  document.querySelector('[role=dialog], [role=alertdialog], [data-playing]') !== null;
