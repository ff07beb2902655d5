import type { Language } from './languages.ts';
import { useLanguage } from './words.ts';

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
const step = 1000;

/** Formats bytes in the unit that keeps the number short: "3.4 MB", "120 GB". */
export function bytesIn(language: Language, bytes: number): string {
  // Rounding up to a thousand moves to the next unit.
  const fits = (power: number) => bytes / step ** power < step - 0.5;
  const found = units.findIndex((_unit, power) => fits(power));
  const power = found === -1 ? units.length - 1 : found;
  const amount = bytes / step ** power;
  const format = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power > 0 && amount < 10 ? 1 : 0,
  });
  return format.format(amount);
}

export function useBytes(): (bytes: number) => string {
  const language = useLanguage();
  return (bytes) => bytesIn(language, bytes);
}
