import { ApiError, isUnreachableError, sentenceOf } from '../../../base/api/errors.ts';
import type { Words } from '../../../base/words/catalogue.ts';
import type { Formats } from '../../../base/words/formats.ts';

/** HEAD responses have no problem document, so the sentence is made here. */
export function refusalOfExport(
  error: unknown,
  words: Words['activity']['data'],
  fromNow: Formats['fromNow'],
): string {
  if (error instanceof ApiError && error.status === 429) {
    const seconds = error.retryAfter ?? 60;
    return words.tooOften(
      seconds < 60 ? fromNow(seconds, 'second') : fromNow(Math.ceil(seconds / 60), 'minute'),
    );
  }
  return error instanceof ApiError && !isUnreachableError(error) ? words.failed : sentenceOf(error);
}
