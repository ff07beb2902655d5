import { type MailLanguage, networkName } from '@pmcw/contracts';
import type { MailContent, ReportedChange } from './kinds.ts';
import { german } from './words/de.ts';
import { english } from './words/en.ts';
import type { MailWords } from './words/mailWords.ts';

const words: Readonly<Record<MailLanguage, MailWords>> = { en: english, de: german };

export interface ComposedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const timeOf = (at: Date): string => at.toISOString().slice(0, 16).replace('T', ' ');

/** Plain text and HTML with the same words and one link; opening it fetches nothing. */
export function composeMail(content: MailContent, language: MailLanguage): ComposedMail {
  const { greeting, when, footer, kinds } = words[language];
  const { subject, happened, notYou, action } = kinds[content.kind];
  const { username, site, link, wallet } = content;
  const details = [
    ...(wallet === null ? [] : [`${networkName(wallet.network)}: ${wallet.address}`]),
    ...linesOf(content, words[language]),
    when(timeOf(content.at)),
  ];
  const before = [greeting(username), happened(content), details.join('\n')];
  const text = [...before, `${action}: ${link}`, notYou, '-- ', footer(site)];
  const html = [
    ...before.map((part) => paragraph(escaped(part).replaceAll('\n', '<br>'))),
    paragraph(`<a href="${escaped(link)}">${escaped(action)}</a>`),
    paragraph(escaped(notYou)),
    `<p style="color:#666;font-size:0.875em">${escaped(footer(site))}</p>`,
  ];
  return {
    subject: subject(site),
    text: `${text.join('\n\n')}\n`,
    html: `<!doctype html><html lang="${language}"><head><meta charset="utf-8"></head><body style="font-family:sans-serif;line-height:1.5;max-width:36em;overflow-wrap:anywhere">${html.join('')}</body></html>\n`,
  };
}

/** The rest is counted. */
const mostChanges = 40;

function linesOf({ changes, site }: MailContent, { list, way, more, kinds }: MailWords): string[] {
  const lineOf = (change: ReportedChange): string => {
    switch (change.to) {
      case 'list':
        return list[change.how](change.what);
      case 'ways':
        return way(change.kind, change.what);
      case 'sign-in':
        return `${timeOf(change.at)} UTC: ${kinds[change.kind].subject(site)}`;
      default:
        return change satisfies never;
    }
  };
  const lines = changes.slice(0, mostChanges).map(lineOf);
  return changes.length > mostChanges ? [...lines, more(changes.length - mostChanges)] : lines;
}

const paragraph = (html: string): string => `<p>${html}</p>`;
