import { useSyncExternalStore } from 'react';
import type { RoomName, Translation, Words } from './catalogue.ts';
import { type Language, languageKey, ownLanguage } from './languages.ts';
import { isolating, type RoomWords } from './room.ts';

interface Shown {
  readonly language: Language;
  /** Null for English. */
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

/** @throws if the words can't be loaded; the language then stays */
export async function showLanguage(language: Language): Promise<void> {
  const loaded = await load[language]();
  shown = { language, translation: loaded && { ...loaded, words: isolating(loaded.words) } };
  document.documentElement.lang = language;
  for (const listener of listeners) listener();
}

/** Follows choices in other tabs, and the browser's languages. */
export function followLanguage(): void {
  const show = () => {
    showLanguage(ownLanguage()).catch((error: unknown) => {
      console.warn('The words of the language could not be loaded; the language stays', error);
    });
  };
  window.addEventListener('storage', ({ key }) => {
    if (key === languageKey || key === null) show();
  });
  window.addEventListener('languagechange', show);
}

export const currentLanguage = (): Language => shown.language;

/** Outside of components: toasts, workers. */
export function currentWords<Name extends RoomName>(room: RoomWords<Name, Words[Name]>): Words[Name] {
  return shown.translation === null ? room.english : shown.translation.words[room.name];
}

/** Translates a sentence of the contracts (a refusal, a schema's message); others stay as they are. */
export function translated(sentence: string): string {
  return shown.translation?.sentences.get(sentence) ?? sentence;
}

export const useLanguage = (): Language => useSyncExternalStore(subscribe, currentLanguage, currentLanguage);

export function useWords<Name extends RoomName>(room: RoomWords<Name, Words[Name]>): Words[Name] {
  useLanguage();
  return currentWords(room);
}

export function useTranslated(): typeof translated {
  useLanguage();
  return translated;
}
