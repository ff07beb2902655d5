/** Marks the button that closes a dialog; `address` if the dialog is open because of the page's address. */
export const closing = 'data-closes-dialog';

const topButton = (): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(`[${closing}]`)].at(-1);

/** Presses the closing button of the topmost dialog. @returns false if none is open */
export function closeTopDialog(): boolean {
  const button = topButton();
  button?.click();
  return button !== undefined;
}

/** As `closeTopDialog`, unless going back closes the dialog anyway. */
export const closeTopDialogOnBack = (): boolean =>
  topButton()?.getAttribute(closing) !== 'address' && closeTopDialog();
