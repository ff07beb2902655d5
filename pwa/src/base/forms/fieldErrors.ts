import type { FieldError, ProblemCode } from '@pmcw/contracts';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ApiError } from '../api/errors.ts';

/** The field of a refusal that names none. */
const fieldOfCode: Partial<Record<string, string>> = {
  username_taken: 'username',
  username_reserved: 'username',
  email_taken: 'email',
  wallet_taken: 'address',
  wallet_listed: 'address',
  social_platform_taken: 'platform',
} satisfies Partial<Record<ProblemCode, string>>;

function namedFields({ errors, code, detail }: ApiError): readonly FieldError[] {
  const path = fieldOfCode[code];
  return errors.length > 0 || path === undefined ? errors : [{ path, message: detail }];
}

/** Shows a refusal at its fields and focuses the first; errors of other fields are left to the toast. */
export function showFieldErrors<T extends FieldValues, C, O>(
  error: unknown,
  form: UseFormReturn<T, C, O>,
): void {
  if (!(error instanceof ApiError)) return;
  const isField = (path: string): path is Path<T> => path in form.getValues();
  let shouldFocus = true;
  for (const { path, message } of namedFields(error)) {
    if (!isField(path)) continue;
    form.setError(path, { type: 'server', message }, { shouldFocus });
    shouldFocus = false;
  }
}
