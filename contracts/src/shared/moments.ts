/** RFC 3339, with or without seconds; or a day, which means midnight UTC. */
const pattern =
  /^(\d{4}-\d\d-\d\d)(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d))?$/;

/** `Date.parse` would accept dates such as the 30th of February. */
export function isMoment(text: string): boolean {
  const day = pattern.exec(text)?.[1];
  if (day === undefined) return false;
  const midnight = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}
