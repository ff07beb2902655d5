import type { Language } from './languages.ts';
import { currentTimeZone, lookAtTimeZone, useTimeZone } from './timeZone.ts';
import { currentLanguage, useLanguage } from './words.ts';

/** Dates are ISO 8601 strings or milliseconds since 1970. */
export interface Formats {
  /** "12,000" */
  readonly number: (value: number) => string;
  /** "57%", from 0 to 1 */
  readonly percent: (share: number) => string;
  /** "09:05" */
  readonly timeOfDay: (moment: Moment) => string;
  /** "Mon" */
  readonly weekday: (moment: Moment) => string;
  /** "Mar 12" */
  readonly dayAndMonth: (moment: Moment) => string;
  /** "Mar 12, 2026" */
  readonly date: (moment: Moment) => string;
  /** "Monday, March 12" */
  readonly dayInWords: (moment: Moment) => string;
  /** "March 12, 2026" */
  readonly dateInWords: (moment: Moment) => string;
  /** "March 12, 2026 at 09:05" */
  readonly dateAndTime: (moment: Moment) => string;
  /** "5 minutes ago", "yesterday", "now": `count` units from now, negative for the past. */
  readonly fromNow: (count: number, unit: Intl.RelativeTimeFormatUnit) => string;
}
export type Moment = string | number;

/** Each of the browser's formats takes milliseconds to create, and a screen needs only two or three. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const isShort = (value: number) => Number.isInteger(value) && value >= 0 && value < 1000;

export function formatsOf(language: Language): Formats {
  const dates = (options: Intl.DateTimeFormatOptions) => {
    const format = once(() => new Intl.DateTimeFormat(language, options));
    return (moment: Moment) => format().format(new Date(moment));
  };
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const numbers = once(() => new Intl.NumberFormat(language));
  const shares = once(() => new Intl.NumberFormat(language, { style: 'percent' }));
  const relative = once(() => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }));
  return {
    // Numbers below a thousand have no separators, in any language.
    number: (value) => (isShort(value) ? String(value) : numbers().format(value)),
    percent: (share) => shares().format(share),
    timeOfDay: dates(clock),
    weekday: dates({ weekday: 'short' }),
    dayAndMonth: dates({ day: 'numeric', month: 'short' }),
    date: dates({ day: 'numeric', month: 'short', year: 'numeric' }),
    dayInWords: dates({ weekday: 'long', day: 'numeric', month: 'long' }),
    dateInWords: dates({ day: 'numeric', month: 'long', year: 'numeric' }),
    dateAndTime: dates({ day: 'numeric', month: 'long', year: 'numeric', ...clock }),
    fromNow: (count, unit) => relative().format(count, unit),
  };
}

const made = new Map<Language, Formats>();
/** The browser's formats keep the time zone of their making. */
let madeIn = currentTimeZone();

function formatsFor(language: Language): Formats {
  const timeZone = currentTimeZone();
  if (timeZone !== madeIn) {
    madeIn = timeZone;
    made.clear();
    // Times on the screen must not wait for the next look.
    queueMicrotask(lookAtTimeZone);
  }
  const formats = made.get(language) ?? formatsOf(language);
  made.set(language, formats);
  return formats;
}

/** Outside of components. */
export const currentFormats = (): Formats => formatsFor(currentLanguage());

export function useFormats(): Formats {
  useTimeZone();
  return formatsFor(useLanguage());
}
