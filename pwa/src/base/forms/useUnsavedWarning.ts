import { common } from '../words/en/common.ts';
import { useWords } from '../words/words.ts';
import { useLeaveWarning } from './leaveWarning.ts';

interface Form {
  readonly formState: { readonly dirtyFields: object; readonly isSubmitting: boolean };
}

/** Asks before the typed input of a form is lost. Reset a form that remains on the screen after its success. */
export function useUnsavedWarning({ formState: { dirtyFields, isSubmitting } }: Form): void {
  const { leave } = useWords(common);
  // `isDirty` is also true for a choice that has no default.
  const isDirty = Object.keys(dirtyFields).length > 0;
  useLeaveWarning(isDirty && !isSubmitting ? leave : null);
}
