import { type MailLanguage, mailLanguages } from '@pmcw/contracts';

export const mailLanguageOf = (code: string | null | undefined): MailLanguage | null =>
  mailLanguages.find((language) => language === code) ?? null;

/** No real one is longer; the rest is ignored. */
const longestHeader = 256;

/** The app sends its own language in the header. */
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
