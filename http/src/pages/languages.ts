import { type MailLanguage, mailLanguages } from '@pmcw/contracts';
import { weightsOf } from './weights.ts';

export const mailLanguageOf = (code: string | null | undefined): MailLanguage | null =>
  mailLanguages.find((language) => language === code) ?? null;

/** The app sends its own language in the header. */
export function acceptedLanguage(header = ''): MailLanguage | null {
  const wishes = weightsOf(header)
    .map(({ name, weight }) => ({ language: mailLanguageOf(name.split('-')[0]), weight }))
    .filter(({ language }) => language !== null);
  return wishes.sort((a, b) => b.weight - a.weight)[0]?.language ?? null;
}
