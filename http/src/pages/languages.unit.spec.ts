import { describe, expect, it } from 'vitest';
import { acceptedLanguage, mailLanguageOf } from './languages.ts';

describe('the language of pages and mails', () => {
  it.each([
    ['de', 'de'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['fr-FR, en;q=0.8, de;q=0.9', 'de'],
    ['EN-us', 'en'],
    ['en;q=0, de;q=0.1', 'de'],
    ['en;q=0.5,de;q=0.5', 'en'],
    ['fr, es', null],
    ['*', null],
    ['', null],
    [undefined, null],
    ['den', null],
    ['de;q=x, en', 'en'],
    [`${'x,'.repeat(200)}de`, null],
  ])('by the header %s is %s', (header, expected) => expect(acceptedLanguage(header)).toBe(expected));

  it('is null for unknown languages', () => {
    expect(mailLanguageOf('toString')).toBeNull();
    expect(mailLanguageOf(null)).toBeNull();
  });
});
