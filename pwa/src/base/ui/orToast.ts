import { sentenceOf } from '../api/errors.ts';
import { toast } from './toasts.ts';

/** Does something. What it throws is told by a toast of this title, and thrown on. */
export async function orToast<T>(title: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    toast({ title, description: sentenceOf(error), tone: 'danger' });
    throw error;
  }
}
