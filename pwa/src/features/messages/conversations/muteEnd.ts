const hourMs = 3_600_000;
const morningHour = 8;

/** ISO 8601. */
export const inAnHour = (now: Date): string => new Date(now.getTime() + hourMs).toISOString();

/** The next eight o’clock on this device, as ISO 8601. */
export function nextMorning(now: Date): string {
  const morning = new Date(now);
  morning.setHours(morningHour, 0, 0, 0);
  if (morning <= now) morning.setDate(morning.getDate() + 1);
  return morning.toISOString();
}
