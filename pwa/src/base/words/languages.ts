import { keepItem, readItem } from '../storage/pageStorage.ts';

/** By their own names. English is the specification's; German proves that others are possible. */
export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;

export const languageKey = 'ui-language';
const isLanguage = (text: string | undefined | null): text is Language =>
  text !== undefined && text !== null && Object.hasOwn(languages, text);

/** Null without a choice on this device. */
function chosenLanguage(): Language | null {
  const stored = readItem(languageKey);
  return isLanguage(stored) ? stored : null;
}

export function keepLanguage(language: Language): void {
  keepItem(languageKey, language);
}

/** Returns the first supported one of the browser's languages ("de-AT"), or English. */
export function preferredLanguage(tags: readonly string[]): Language {
  for (const tag of tags) {
    const base = tag.toLowerCase().split('-')[0];
    if (isLanguage(base)) return base;
  }
  return 'en';
}

export const ownLanguage = (): Language => chosenLanguage() ?? preferredLanguage(navigator.languages);
