import type { MailLanguage } from '@pmcw/contracts';

/** Statuses with words of their own. Others have those of 400 or 500. */
export const knownStatuses = [400, 401, 403, 404, 409, 413, 429, 500, 503] as const;
export type KnownStatus = (typeof knownStatuses)[number];

interface Words {
  readonly refusals: Readonly<Record<KnownStatus, { readonly title: string; readonly text: string }>>;
  readonly again: string;
  readonly start: string;
  readonly signIn: string;
  readonly reloads: (wait: string) => string;
  readonly reference: string;
}

export const refusalWords: Readonly<Record<MailLanguage, Words>> = {
  en: {
    refusals: {
      400: {
        title: 'This address can’t be opened',
        text: 'Something in it is missing or wrong. Please open the link again where you found it.',
      },
      401: { title: 'Please sign in', text: 'This is for members only. Sign in, then open it again.' },
      403: { title: 'You can’t open this', text: 'It is only for members who have been given access to it.' },
      404: {
        title: 'There is nothing here',
        text: 'The address may be mistyped, or its content was removed.',
      },
      409: {
        title: 'This has changed',
        text: 'Something else happened at the same moment. Please try again.',
      },
      413: { title: 'This is too large', text: 'It is more than this site accepts.' },
      429: {
        title: 'Too many requests',
        text: 'A lot was requested from your connection in a short time. Please wait a moment.',
      },
      500: {
        title: 'Something went wrong',
        text: 'This is our fault, not yours. If it happens again, give an administrator the reference below.',
      },
      503: {
        title: 'PMCW is busy',
        text: 'It can’t answer at the moment. Your messages are safe.',
      },
    },
    again: 'Try again',
    start: 'Start page',
    signIn: 'Sign in',
    reloads: (wait) => `This page tries again automatically in ${wait}.`,
    reference: 'Reference:',
  },
  de: {
    refusals: {
      400: {
        title: 'Diese Adresse lässt sich nicht öffnen',
        text: 'Etwas darin fehlt oder ist falsch. Bitte öffne den Link noch einmal dort, wo du ihn gefunden hast.',
      },
      401: {
        title: 'Bitte melde dich an',
        text: 'Das ist nur für Mitglieder. Melde dich an und öffne es dann noch einmal.',
      },
      403: {
        title: 'Das kannst du nicht öffnen',
        text: 'Es ist nur für Mitglieder, die Zugang dazu bekommen haben.',
      },
      404: {
        title: 'Hier ist nichts',
        text: 'Vielleicht ist in der Adresse ein Tippfehler, oder der Inhalt wurde entfernt.',
      },
      409: {
        title: 'Hier hat sich etwas geändert',
        text: 'Im selben Moment ist etwas anderes passiert. Bitte versuche es noch einmal.',
      },
      413: { title: 'Das ist zu groß', text: 'Es ist mehr, als diese Website annimmt.' },
      429: {
        title: 'Zu viele Anfragen',
        text: 'Von deinem Anschluss kam in kurzer Zeit sehr viel. Bitte warte einen Moment.',
      },
      500: {
        title: 'Etwas ist schiefgegangen',
        text: 'Das liegt an uns, nicht an dir. Wenn es wieder passiert, gib einem Administrator die Kennung unten.',
      },
      503: {
        title: 'PMCW ist ausgelastet',
        text: 'Gerade ist keine Antwort möglich. Deine Nachrichten sind sicher.',
      },
    },
    again: 'Noch einmal versuchen',
    start: 'Zur Startseite',
    signIn: 'Anmelden',
    reloads: (wait) => `Diese Seite versucht es in ${wait} von selbst noch einmal.`,
    reference: 'Kennung:',
  },
};
