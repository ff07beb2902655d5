import { problems } from '@pmcw/contracts';
import { describe, expect, it } from 'vitest';
import { renderPage } from './plainPage.ts';
import { busyPage, type RefusalPage, refusalPage } from './refusalPage.ts';
import { knownStatuses, refusalWords } from './refusalWords.ts';

const pageOf = (page: Partial<RefusalPage>) =>
  renderPage(refusalPage({ status: 503, language: 'en', ...page }));
const refreshIn = (html: string) => /http-equiv="refresh" content="(.*?)"/.exec(html)?.[1];

describe.each(['en', 'de'] as const)('the page of a refusal in %s', (language) => {
  const words = refusalWords[language];

  it.each(knownStatuses)('says what %i means, as its title too', (status) => {
    const html = pageOf({ status, language });
    const { title, text } = words.refusals[status];
    expect(html).toContain(`<html lang="${language}">`);
    expect(html).toContain(`<title>${title} – PMCW</title>`);
    expect(html).toContain(`<h1 id="title">${title}</h1>`);
    expect(html).toContain(`<p>${text}</p>`);
    expect(html).toContain(`<a href="/">${words.start}</a>`);
    expect(html).not.toContain('<script');
  });

  it('says how long it waits', () => {
    const wait = {
      1: ['8 seconds', '8 Sekunden'],
      90: ['90 seconds', '90 Sekunden'],
      200: ['4 minutes', '4 Minuten'],
    };
    for (const [seconds, [english = '', german = '']] of Object.entries(wait)) {
      const html = pageOf({ status: 429, language, retryAfter: Number(seconds) });
      expect(html).toContain(words.reloads(language === 'en' ? english : german));
    }
  });
});

describe('the page of a refusal', () => {
  it('has words for each status of a problem, and for others', () => {
    const titles = refusalWords.en.refusals;
    const statuses = [...Object.values(problems).map(({ status }) => status), 402, 418, 499, 502, 504, 599];
    for (const status of statuses) {
      const own = knownStatuses.find((known) => known === status);
      const { title } = titles[own ?? (status < 500 ? 400 : 500)];
      expect(pageOf({ status })).toContain(`<h1 id="title">${title}</h1>`);
    }
  });

  it.each([
    [429, 9, '9'],
    [503, 9.2, '10'],
    [503, 0, '8'],
    [503, -7, '8'],
    [503, undefined, undefined],
    [500, 3, undefined],
    [502, 3, undefined],
    [409, 3, undefined],
    [403, 3, undefined],
    [404, 3, undefined],
  ])('of %i with Retry-After %s loads itself again after %s', (status, retryAfter, expected) => {
    expect(refreshIn(pageOf({ status, retryAfter }))).toBe(expected);
  });

  it('offers the same address where another try may help, and signing in where that does', () => {
    const offers = (text: string) => knownStatuses.filter((status) => pageOf({ status }).includes(text));
    expect(offers('<a href="">Try again</a>')).toEqual([409, 429, 500, 503]);
    expect(offers('<a href="/auth">Sign in</a>')).toEqual([401]);
  });

  it('has the id of the request, escaped', () => {
    expect(pageOf({ reference: '<script>"&\'' })).toContain('<code>&lt;script&gt;&quot;&amp;&#39;</code>');
    expect(pageOf({})).not.toContain('<code>');
  });
});

it('is also the page of proxies whose services are down', async () => {
  await expect(renderPage(busyPage())).toMatchFileSnapshot('../../../deploy/busy.html');
});
