import { foldCase, ProblemError, texts } from '@pmcw/contracts';
import { dictionary } from '@zxcvbn-ts/language-common';

const common: ReadonlySet<string> = new Set(dictionary['passwords-common'].map(foldCase));

/**
 * Ignores case.
 * @param path the field of the body
 * @throws ProblemError `invalid_input`
 */
export function refuseCommonPassword(password: string, path: string): void {
  if (!common.has(foldCase(password))) return;
  const { passwordTooCommon: message } = texts.validation;
  throw new ProblemError('invalid_input', message, { errors: [{ path, message }] });
}
