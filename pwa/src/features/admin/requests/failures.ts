import { ApiError, sentenceOf } from '../../../base/api/errors.ts';
import type { ToastContent } from '../../../base/ui/toasts.ts';
import { admin } from '../../../base/words/en/admin/admin.ts';
import { currentWords } from '../../../base/words/words.ts';

/** "403 Forbidden" for a refusal; "no answer" without one. */
function statusOf(error: unknown): string {
  return error instanceof ApiError
    ? `${error.status} ${error.statusText}`.trim()
    : currentWords(admin).errors.noAnswer;
}

/** Returns the toast for a failed call (spec §8): its status, and the server's reason. */
export function callFailure(error: unknown): ToastContent {
  const title = currentWords(admin).errors.api(statusOf(error));
  return { title, description: sentenceOf(error), tone: 'danger' };
}

export function tokensFailure(error: unknown): ToastContent {
  return { ...callFailure(error), title: currentWords(admin).errors.tokens(statusOf(error)) };
}

export function deletionFailure(error: unknown): ToastContent {
  return {
    title: currentWords(admin).errors.notDeleted,
    description: sentenceOf(error),
    tone: 'danger',
  };
}
