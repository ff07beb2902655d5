import { keepItem, readItem } from '../storage/pageStorage.ts';

/** `system` follows the device (spec §2, §9). */
export const themeChoices = ['light', 'dark', 'system'] as const;
export type ThemeChoice = (typeof themeChoices)[number];
export type Theme = 'light' | 'dark';

const storageKey = 'ui-theme';

/** Colors of the browser's bars; the canvas of `tokens.css`. */
export const canvasColors: Record<Theme, string> = { dark: '#0a0c10', light: '#f5f6f8' };

const prefersLight = () => window.matchMedia('(prefers-color-scheme: light)');

/** Dark by default (spec §2: "forced to a dark theme"). */
export function chosenTheme(): ThemeChoice {
  const stored = readItem(storageKey);
  return themeChoices.find((choice) => choice === stored) ?? 'dark';
}

export function chooseTheme(choice: ThemeChoice): void {
  keepItem(storageKey, choice);
  showTheme(themeOf(choice, prefersLight().matches));
}

export function themeOf(choice: ThemeChoice, deviceIsLight: boolean): Theme {
  if (choice !== 'system') return choice;
  return deviceIsLight ? 'light' : 'dark';
}

/** Runs before the first paint (`firstPaint.ts`), so that nothing flashes. */
export function showChosenTheme(): void {
  showTheme(themeOf(chosenTheme(), prefersLight().matches));
}

export function followTheme(): void {
  prefersLight().addEventListener('change', showChosenTheme);
  window.addEventListener('storage', (event) => {
    if (event.key === storageKey || event.key === null) showChosenTheme();
  });
}

function showTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', canvasColors[theme]);
}
