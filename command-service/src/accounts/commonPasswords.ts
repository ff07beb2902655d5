import { foldCase, ProblemError, texts } from '@pmcw/contracts';
import { dictionary } from '@zxcvbn-ts/language-common';

/** Some 50,000 passwords that whoever guesses tries first. */
const common: ReadonlySet<string> = new Set(dictionary['passwords-common'].map(foldCase));

/**
 * Refuses the most common passwords, in whatever case.
 * @param path the field that it came in
 * @throws ProblemError `invalid_input`
 */
export function refuseCommonPassword(password: string, path: string): void {
  if (!common.has(foldCase(password))) return;
  const { passwordTooCommon: message } = texts.validation;
  throw new ProblemError('invalid_input', message, { errors: [{ path, message }] });
}
