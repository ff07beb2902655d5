import { isVisible } from '@pmcw/contracts';
import type { ClipboardEvent } from 'react';

/** Copies the selected parts of message texts only, one below the other: no names, times, days or states. */
export function copyTexts(event: ClipboardEvent<HTMLElement>): void {
  const { target } = event;
  // A field copies its own selection.
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) return;
  const selection = document.getSelection();
  if (selection === null || selection.isCollapsed) return;
  const range = selection.getRangeAt(0);
  const texts = [...event.currentTarget.querySelectorAll('.message-text')]
    .filter((text) => range.intersectsNode(text))
    .map((text) => selectedIn(text, range))
    .filter(isVisible);
  if (texts.length === 0) return;
  event.preventDefault();
  event.clipboardData.setData('text/plain', texts.join('\n'));
}

function selectedIn(text: Element, selected: Range): string {
  const part = document.createRange();
  part.selectNodeContents(text);
  if (selected.compareBoundaryPoints(Range.START_TO_START, part) > 0)
    part.setStart(selected.startContainer, selected.startOffset);
  if (selected.compareBoundaryPoints(Range.END_TO_END, part) < 0)
    part.setEnd(selected.endContainer, selected.endOffset);
  return part.toString();
}
