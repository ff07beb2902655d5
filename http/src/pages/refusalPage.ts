import type { MailLanguage } from '@pmcw/contracts';
import { escapeHtml } from './escapeHtml.ts';
import { type PlainPage, shortestStaySeconds } from './plainPage.ts';
import { type KnownStatus, knownStatuses, refusalWords } from './refusalWords.ts';

export interface RefusalPage {
  readonly status: number;
  readonly language: MailLanguage;
  /** Seconds. */
  readonly retryAfter?: number | undefined;
  /** Id of the request, which the log has. */
  readonly reference?: string | undefined;
}

const knownStatusOf = (status: number): KnownStatus =>
  knownStatuses.find((known) => known === status) ?? (status < 500 ? 400 : 500);

/** Statuses that the same request may not get again. */
const passing: ReadonlySet<KnownStatus> = new Set([409, 429, 500, 503]);
/** Statuses whose page loads itself again. */
const reloading: ReadonlySet<KnownStatus> = new Set([429, 503]);

const secondsInMinutes = 120;

function waitOf(seconds: number, language: MailLanguage): string {
  const [value, unit] =
    seconds < secondsInMinutes ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
}

/** For a person whose browser opens an address that is refused. It repeats nothing of the request. */
export function refusalPage({ status, language, retryAfter, reference }: RefusalPage): PlainPage {
  const known = knownStatusOf(status);
  const words = refusalWords[language];
  const { title, text } = words.refusals[known];
  const reloadSeconds =
    retryAfter === undefined || !reloading.has(known)
      ? undefined
      : Math.max(shortestStaySeconds, Math.ceil(retryAfter));
  const ways = [
    // An empty address is that of the page.
    ...(passing.has(known) ? [`<a href="">${words.again}</a>`] : []),
    ...(known === 401 ? [`<a href="/auth">${words.signIn}</a>`] : []),
    `<a href="/">${words.start}</a>`,
  ];
  const content = [
    `<p>${text}</p>`,
    ...(reloadSeconds === undefined
      ? []
      : [`<p class="hint">${words.reloads(waitOf(reloadSeconds, language))}</p>`]),
    `<p class="ways">${ways.join('')}</p>`,
    ...(reference === undefined
      ? []
      : [`<p class="reference">${words.reference} <code>${escapeHtml(reference)}</code></p>`]),
  ];
  return { language, title, content: content.join('\n      '), reloadSeconds };
}

/** In both languages, for proxies, which can't choose one: `deploy/busy.html`. */
export function busyPage(): PlainPage {
  const { en, de } = refusalWords;
  const { title, text } = de.refusals[503];
  const content = [
    `<p>${en.refusals[503].text}</p>`,
    `<p class="hint">${en.reloads(waitOf(shortestStaySeconds, 'en'))}</p>`,
    `<h2 lang="de">${title}</h2>`,
    `<p lang="de">${text}</p>`,
    `<p class="hint" lang="de">${de.reloads(waitOf(shortestStaySeconds, 'de'))}</p>`,
    `<p class="ways"><a href="">${en.again} · <span lang="de">${de.again}</span></a></p>`,
  ];
  return {
    language: 'en',
    title: en.refusals[503].title,
    content: content.join('\n      '),
    reloadSeconds: shortestStaySeconds,
  };
}
