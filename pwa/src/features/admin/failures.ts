import { ApiError, sentenceOf } from '../../base/api/errors.ts';
import type { ToastContent } from '../../base/ui/toasts.ts';
import { admin } from '../../base/words/en/admin.ts';
import { currentWords } from '../../base/words/words.ts';

/** "403 Forbidden" of a refusal; "no answer" when none came. */
function statusOf(error: unknown): string {
  return error instanceof ApiError
    ? `${error.status} ${error.statusText}`.trim()
    : currentWords(admin).errors.noAnswer;
}

/** What is said of a call that failed (spec §8): its status, and the reason in the server's own words. */
export function callFailure(error: unknown): ToastContent {
  const title = currentWords(admin).errors.api(statusOf(error));
  return { title, description: sentenceOf(error), tone: 'danger' };
}

/** `callFailure` of setting tokens. */
export function tokensFailure(error: unknown): ToastContent {
  return { ...callFailure(error), title: currentWords(admin).errors.tokens(statusOf(error)) };
}

/** What is said of an account that could not be deleted (spec §8). */
export function deletionFailure(error: unknown): ToastContent {
  return {
    title: currentWords(admin).errors.notDeleted,
    description: sentenceOf(error),
    tone: 'danger',
  };
}
