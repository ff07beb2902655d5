import type { MutedUntil } from '@pmcw/contracts';
import { messages } from '../../../base/words/en/messages/messages.ts';
import { currentFormats } from '../../../base/words/formats.ts';
import { currentWords } from '../../../base/words/words.ts';
import { dayOf } from './times.ts';

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

/**
 * "Muted", "Muted until 14:05", "Muted until Sun 08:00".
 * @param now milliseconds since 1970
 */
export function mutedText(until: MutedUntil, now: number): string {
  const words = currentWords(messages).menu;
  const formats = currentFormats();
  if (until === 'always') return words.muted;
  const time = formats.timeOfDay(until);
  const isToday = dayOf(until) === dayOf(new Date(now).toISOString());
  return words.mutedUntil(isToday ? time : `${formats.weekday(until)} ${time}`);
}
