import { keepItem, readItem } from '../storage/pageStorage.ts';

/** What a member can ask for; `system` follows the device (spec §2, §9). */
export const themeChoices = ['light', 'dark', 'system'] as const;
export type ThemeChoice = (typeof themeChoices)[number];
/** What is shown. */
export type Theme = 'light' | 'dark';

const storageKey = 'ui-theme';

/** The browser's own bars take the colour of the canvas of `tokens.css`. */
export const canvasColors: Record<Theme, string> = { dark: '#0a0c10', light: '#f5f6f8' };

/** Whether the device prefers light. */
export const prefersLight = () => window.matchMedia('(prefers-color-scheme: light)');

/** What was chosen on this device; without a choice the app is dark (spec §2: "forced to a dark theme"). */
export function chosenTheme(): ThemeChoice {
  const stored = readItem(storageKey);
  return themeChoices.find((choice) => choice === stored) ?? 'dark';
}

/** Keeps a choice on this device and shows it. */
export function chooseTheme(choice: ThemeChoice): void {
  keepItem(storageKey, choice);
  showTheme(themeOf(choice, prefersLight().matches));
}

/** What a choice looks like on a device. */
export function themeOf(choice: ThemeChoice, deviceIsLight: boolean): Theme {
  if (choice !== 'system') return choice;
  return deviceIsLight ? 'light' : 'dark';
}

/** Shows what was chosen. Runs before anything is painted (`firstPaint.ts`), so that nothing flashes. */
export function showChosenTheme(): void {
  showTheme(themeOf(chosenTheme(), prefersLight().matches));
}

/** Follows the device and other tabs while the app is open. */
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
