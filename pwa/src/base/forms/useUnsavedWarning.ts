import { common } from '../words/en/common.ts';
import { useWords } from '../words/words.ts';
import { useLeaveWarning } from './leaveWarning.ts';

interface Form {
  readonly formState: { readonly isDirty: boolean; readonly isSubmitting: boolean };
}

/** Asks before the typed input of a form is lost. Reset a form that remains on the screen after its success. */
export function useUnsavedWarning({ formState: { isDirty, isSubmitting } }: Form): void {
  const { leave } = useWords(common);
  useLeaveWarning(isDirty && !isSubmitting ? leave : null);
}
