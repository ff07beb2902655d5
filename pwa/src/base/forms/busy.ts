const typedInto = new Set<HTMLInputElement | HTMLTextAreaElement>();

const isField = (target: unknown): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;

/** Tracks fields with typed text; call it before the first one is shown. */
export function watchTyping(): void {
  const note = ({ target }: Event) => {
    if (isField(target)) typedInto.add(target);
  };
  document.addEventListener('input', note, true);
}

function filledFields(): readonly (HTMLInputElement | HTMLTextAreaElement)[] {
  for (const field of typedInto) if (!field.isConnected) typedInto.delete(field);
  return [...typedInto].filter(({ value }) => value !== '');
}

/** Fields marked `data-kept` are stored while typing and survive a reload. */
export const wouldLoseText = (): boolean => filledFields().some((field) => field.dataset.kept === undefined);

/** Text in a field, an open dialog, or playing sound (`data-playing`). */
export const isBusy = (): boolean =>
  filledFields().length > 0 ||
  document.querySelector('[role=dialog], [role=alertdialog], [data-playing]') !== null;
