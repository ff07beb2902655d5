export function groupByDay<T extends { readonly occurredAt: string }>(
  entries: readonly T[],
  dateInWords: (moment: string) => string,
): ReadonlyMap<string, readonly T[]> {
  const days = new Map<string, T[]>();
  for (const entry of entries) {
    const day = dateInWords(entry.occurredAt);
    const ofDay = days.get(day);
    if (ofDay === undefined) days.set(day, [entry]);
    else ofDay.push(entry);
  }
  return days;
}
