import { sentenceOf } from '../api/errors.ts';
import { toast } from './toasts.ts';

export function toastError(title: string, error: unknown, textOf = sentenceOf): void {
  toast({ title, description: textOf(error), tone: 'danger' });
}

/** Shows a toast for an error, and rethrows it. */
export async function orToast<T>(title: string, action: () => Promise<T>, textOf = sentenceOf): Promise<T> {
  try {
    return await action();
  } catch (error) {
    toastError(title, error, textOf);
    throw error;
  }
}
