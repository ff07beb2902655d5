import { type MailLanguage, texts } from '@pmcw/contracts';
import { type PlainPage, shortestStaySeconds } from '@pmcw/http';

const words = {
  en: {
    heading: texts.preparing,
    what: 'PMCW was just started and is reading its records. Your messages are safe.',
    next: 'This page continues automatically.',
  },
  de: {
    heading: (percent: number) => `Wird vorbereitet, ${percent} %`,
    what: 'PMCW wurde gerade gestartet und liest seine Aufzeichnungen ein. Deine Nachrichten sind sicher.',
    next: 'Diese Seite lädt sich von selbst neu.',
  },
} as const;

export function preparingPage(percent: number, language: MailLanguage): PlainPage {
  const { heading, what, next } = words[language];
  return {
    language,
    title: heading(percent),
    content: `<progress max="100" value="${percent}" aria-labelledby="title"></progress>
      <p>${what}</p>
      <p class="hint">${next}</p>`,
    reloadSeconds: shortestStaySeconds,
  };
}
