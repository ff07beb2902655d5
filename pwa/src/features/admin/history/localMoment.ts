/** A moment as a `datetime-local` control shows it, in the time of the device, to the minute; '' for none. */
export function toLocalMoment(iso: string): string {
  const date = new Date(iso);
  if (iso === '' || Number.isNaN(date.getTime())) return '';
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** What such a control holds, as ISO 8601; '' for nothing. */
export function fromLocalMoment(text: string): string {
  const date = new Date(text);
  return text === '' || Number.isNaN(date.getTime()) ? '' : date.toISOString();
}
