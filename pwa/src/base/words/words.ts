import { useSyncExternalStore } from 'react';
import type { RoomName, Translation, Words } from './catalogue.ts';
import { type Language, languageKey, ownLanguage } from './languages.ts';
import { isolating, type RoomWords } from './room.ts';

interface Shown {
  readonly language: Language;
  /** null for English. */
  readonly translation: Translation | null;
}

let shown: Shown = { language: 'en', translation: null };
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const load: Record<Language, () => Promise<Translation | null>> = {
  en: async () => null,
  de: async () => (await import('./de/index.ts')).german,
};

/**
 * Shows the interface in a language, once its words are there.
 * @throws when they can't be loaded; the language stays as it was
 */
export async function showLanguage(language: Language): Promise<void> {
  const loaded = await load[language]();
  shown = { language, translation: loaded && { ...loaded, words: isolating(loaded.words) } };
  document.documentElement.lang = language;
  for (const listener of listeners) listener();
}

/** Shows what was chosen in another tab, as the theme is (`followTheme`). */
export function followLanguage(): void {
  window.addEventListener('storage', ({ key }) => {
    if (key !== languageKey && key !== null) return;
    showLanguage(ownLanguage()).catch((error: unknown) => {
      console.warn('The words of the language could not be loaded; it stays as it was', error);
    });
  });
}

/** The language that is shown now. */
export const currentLanguage = (): Language => shown.language;

/** A room's words in the language that is shown, where no component asks: toasts, workers. */
export function currentWords<Name extends RoomName>(room: RoomWords<Name, Words[Name]>): Words[Name] {
  return shown.translation === null ? room.english : shown.translation.words[room.name];
}

/** A sentence of the contracts (a refusal, a schema's message) in the language that is shown; others stay as they are. */
export function translated(sentence: string): string {
  return shown.translation?.sentences.get(sentence) ?? sentence;
}

/** The language that is shown, for components. */
export const useLanguage = (): Language => useSyncExternalStore(subscribe, currentLanguage, currentLanguage);

/** A room's words in the language that is shown, for components: `useWords(landing)`. */
export function useWords<Name extends RoomName>(room: RoomWords<Name, Words[Name]>): Words[Name] {
  useLanguage();
  return currentWords(room);
}

/** `translated`, for components. */
export function useTranslated(): typeof translated {
  useLanguage();
  return translated;
}
