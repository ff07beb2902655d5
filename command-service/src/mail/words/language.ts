import { type MailLanguage, mailLanguages } from '@pmcw/contracts';

/** The language of mails that a code stands for; null for another, or none. */
export const mailLanguageOf = (code: string | null | undefined): MailLanguage | null =>
  mailLanguages.find((language) => language === code) ?? null;

/** Longer ones are nobody's; no more of them is read. */
const longestHeader = 256;

/**
 * The language of mails that a browser likes best, by its header `Accept-Language`, which the app fills with the one that it
 * shows; null when it names none of them.
 */
export function acceptedLanguage(header = ''): MailLanguage | null {
  const wishes = header
    .slice(0, longestHeader)
    .split(',')
    .map((part) => {
      const [, base, weight = '1'] =
        /^\s*([a-z]{2,3})(?:-[\w-]+)?\s*(?:;\s*q=([\d.]+)\s*)?$/i.exec(part) ?? [];
      return { language: mailLanguageOf(base?.toLowerCase()), weight: Number(weight) };
    })
    .filter(({ language, weight }) => language !== null && weight > 0);
  return wishes.sort((a, b) => b.weight - a.weight)[0]?.language ?? null;
}
