import { sessionEndings } from '@pmcw/contracts';
import { describe, expect, it } from 'vitest';
import { ApiError, NetworkError } from '../../../base/api/errors.ts';
import { german } from '../../../base/words/de/index.ts';
import { api } from '../../../base/words/en/api.ts';
import { activity } from '../../../base/words/en/signIn/activity.ts';
import { refusalOfExport } from './refusalOfExport.ts';

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const fromNow = (count: number, unit: Intl.RelativeTimeFormatUnit) => relative.format(count, unit);
const words = activity.english.data;
const refused = (status: number, retryAfter?: number) =>
  new ApiError({ status, code: '', detail: '' }, retryAfter);

describe('the refusal of an export', () => {
  it.each([
    [refused(429, 10), words.tooOften('in 10 seconds')],
    [refused(429, 61), words.tooOften('in 2 minutes')],
    [refused(429), words.tooOften('in 1 minute')],
    [refused(403), words.failed],
    [refused(500), words.failed],
    [new NetworkError(null), api.english.unreachable],
  ])('%s is "%s"', (error, sentence) => {
    expect(refusalOfExport(error, words, fromNow)).toBe(sentence);
  });
});

describe('the reason for the end of a session', () => {
  it.each(sessionEndings)('has a text for %s in both languages', (reason) => {
    const [english, translated] = [activity.english, german.words.activity].map(
      ({ earlier }) => earlier.endings[reason],
    );
    expect(english).toBeTruthy();
    expect(english).not.toBe(translated);
  });
});
