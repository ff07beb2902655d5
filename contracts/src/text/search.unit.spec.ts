import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldForSearch, hasWords, searchedText, searchWords } from './search.ts';

const finds = (query: string, ...texts: readonly string[]) =>
  hasWords(searchedText('someone', ...texts), searchWords(query) ?? []);

describe('searched words', () => {
  it.each([
    ['jose', 'José García'],
    ['José'.normalize('NFD'), 'José García'],
    ['José', 'José García'.normalize('NFD')],
    ['JOSE garcia', 'José García'],
    ['istanbul', 'İstanbul'],
    ['İSTANBUL', 'istanbul'],
    ['isik', 'Işık'],
    ['IŞIK', 'ışık'],
    ['weiss', 'Jonas Weiß'],
    ['WEIẞ', 'Jonas Weiss'],
    ['strasse', 'Torstraße 1'],
    ['lukasz', 'Łukasz Żółć'],
    ['zolc', 'Łukasz Żółć'],
    ['soren', 'Søren Ågård'],
    ['agard', 'Søren Ågård'],
    ['nguyen', 'Nguyễn Thị'],
    ['dang dinh', 'Đặng Đình'],
    ['thorbjorn', 'Þorbjörn'],
    ['gudrun', 'Guðrún'],
    ['oeuvre', 'L’Œuvre'],
    ['aegir', 'Ægir'],
    ['ceska', 'Česká'],
    ['stefan', 'Ștefan'],
    ['stefan', 'Ştefan'],
    ['aliev elmer', 'Elmər Aliev'],
    ['σισυφος', 'ΣΊΣΥΦΟΣ'],
    ['ΣΙΣΥΦΟΣ', 'Σίσυφος'],
    ['андреи', 'Андрей'],
    ['алена', 'Алёна'],
    ['lovelace ada', 'Ada King Lovelace'],
    ['ada love', 'Ada King Lovelace'],
    ['ada  \u00a0 lovelace', 'Ada Lovelace'],
    ['@someone', 'Ada'],
    ['＠some', 'Ada'],
    ['@SomeOne lovelace', 'Ada Lovelace'],
    ['o’brien', "John O'Brien"],
    ["o'brien", 'John O’Brien'],
    ['obrien', 'John O’Brien'],
    ['hawaii', 'Hawaiʻi'],
    ['jean luc', 'Jean‑Luc'],
    ['jean-luc', 'Jean Luc'],
    ['jean–luc', 'Jean-Luc'],
    ['ada', 'Ａｄａ'],
    ['ada', '𝔸𝕕𝕒'],
    ['find', 'ﬁnd'],
    ['ガイド', 'ｶﾞｲﾄﾞ'],
    ['한글', '한글'.normalize('NFD')],
    ['محمد', 'مُحَمَّد'],
    ['שלום', 'שָׁלוֹם'],
    ['ad\u00ada', 'Ada'],
    ['a\u200bda', 'Ada'],
    ['❤', 'I ❤️ it'],
    ['100%', '100% \\o/'],
    ['-', 'a - b'],
  ])('%j find %j', (query, text) => expect(finds(query, text)).toBe(true));

  it.each([
    ['jose', 'Josua'],
    ['ada lovelace', 'Ada'],
    ['@ada', 'Ada'],
    ['कि', 'का'],
    ['か', 'が'],
    ["'", "John O'Brien"],
    ['\u0301', 'José'],
  ])('%j do not find %j', (query, text) => expect(finds(query, text)).toBe(false));

  it.each([
    ['', null],
    [' \t\u3000', null],
    ["'", []],
    ['\u0301\u0302', []],
    ['Ada  ada', ['ada']],
    ['an ana', ['ana']],
    ['--', ['--']],
  ])('of %j are %j', (query, words) => expect(searchWords(query)).toEqual(words));
});

describe('folded text', () => {
  const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }));

  it('is stable, and the same for every encoding and case', () => {
    fc.assert(
      fc.property(text, (given) => {
        const folded = foldForSearch(given);
        expect(foldForSearch(folded)).toBe(folded);
        for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const) {
          expect(foldForSearch(given.normalize(form))).toBe(folded);
        }
      }),
    );
  });

  it('is found by each of its words', () => {
    fc.assert(
      fc.property(text, (given) => {
        expect(finds(given, given)).toBe((searchWords(given) ?? []).length > 0);
      }),
    );
  });
});
