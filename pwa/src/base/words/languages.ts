import { keepItem, readItem } from '../storage/pageStorage.ts';

/** Languages of the interface, by their own names. English is the specification's own; German proves that there can be others. */
export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;

/** Where the choice is kept on the device. */
export const languageKey = 'ui-language';
const isLanguage = (text: string | undefined | null): text is Language =>
  text !== undefined && text !== null && Object.hasOwn(languages, text);

/** The language that somebody chose on this device; null while they have not. */
export function chosenLanguage(): Language | null {
  const stored = readItem(languageKey);
  return isLanguage(stored) ? stored : null;
}

/** Keeps the choice on this device. */
export function keepLanguage(language: Language): void {
  keepItem(languageKey, language);
}

/** The first of somebody's languages, as browsers list them ("de-AT"), that the interface speaks; else English. */
export function preferredLanguage(tags: readonly string[]): Language {
  for (const tag of tags) {
    const base = tag.toLowerCase().split('-')[0];
    if (isLanguage(base)) return base;
  }
  return 'en';
}

/** The language to show: the one that was chosen here, else the first of the browser's that there is. */
export const ownLanguage = (): Language => chosenLanguage() ?? preferredLanguage(navigator.languages);
