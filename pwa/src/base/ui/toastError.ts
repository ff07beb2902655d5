import { sentenceOf } from '../api/errors.ts';
import { toast } from './toasts.ts';

/** Shows a toast for an error, and rethrows it. */
export async function orToast<T>(title: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    toast({ title, description: sentenceOf(error), tone: 'danger' });
    throw error;
  }
}
