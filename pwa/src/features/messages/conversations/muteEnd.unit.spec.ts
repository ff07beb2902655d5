import { expect, it } from 'vitest';
import { inAnHour, mutedText, nextMorning } from './muteEnd.ts';

const at = (day: number, hour: number) => new Date(2026, 2, day, hour);

it.each([
  ['the evening', at(12, 22), at(13, 8)],
  ['the night', at(13, 2), at(13, 8)],
  ['eight o’clock', at(12, 8), at(13, 8)],
])('in %s, tomorrow is the next eight o’clock', (_, now, morning) => {
  expect(nextMorning(now)).toBe(morning.toISOString());
});

it('an hour lasts an hour', () => {
  expect(inAnHour(at(12, 22))).toBe(at(12, 23).toISOString());
});

it.each([
  ['always', 'Muted'],
  [at(12, 14).toISOString(), 'Muted until 14:00'],
  [at(13, 8).toISOString(), 'Muted until Fri 08:00'],
])('until %s it reads "%s"', (until, text) => {
  expect(mutedText(until, at(12, 12).getTime())).toBe(text);
});
