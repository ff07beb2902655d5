import { expect, it } from 'vitest';
import { anchorsOf, brokenLinks } from './links.ts';

const contents: Readonly<Record<string, string>> = {
  'docs/operations.md': '# Operations\n\n## Your own PostgreSQL, `PGUSER`\n\n```sh\n# no heading\n```\n',
  'docs/decisions/mail.md': '# Mail\n',
};
const pages = {
  exists: (file: string) => file in contents,
  anchorsIn: (page: string) => anchorsOf(contents[page] ?? ''),
};
const broken = (page: string, content: string) =>
  brokenLinks(page, content, pages).map(({ line, found, write }) => `${line}: ${found}: ${write}`);

it('finds links of pages to missing files and headings', () => {
  const page = '[a](mails.md)\n[b](../operations.md#no-heading) [c](mail.md)\n[d](#costs)\n';
  expect(broken('docs/decisions/mail.md', page)).toEqual([
    '1: mails.md: a link to a file that exists',
    '2: ../operations.md#no-heading: a heading of docs/operations.md',
    '3: #costs: a heading of docs/decisions/mail.md',
  ]);
});

it('accepts links to files, headings and other sites', () => {
  const page = '[a](docs/operations.md#your-own-postgresql-pguser) [b](https://example.org/a.md#b)';
  expect(broken('README.md', page)).toEqual([]);
});
