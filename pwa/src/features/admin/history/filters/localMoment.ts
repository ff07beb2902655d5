/** The value of a `datetime-local` control, in local time to the minute; '' for none. */
export function toLocalMoment(iso: string): string {
  const date = new Date(iso);
  if (iso === '' || Number.isNaN(date.getTime())) return '';
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** '' for none. */
export function fromLocalMoment(text: string): string {
  const date = new Date(text);
  return text === '' || Number.isNaN(date.getTime()) ? '' : date.toISOString();
}
