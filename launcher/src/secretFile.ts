import { readFile } from 'node:fs/promises';
import { createFile, ifThere } from '@pmcw/resilience/files';
import { CannotStartError } from '@pmcw/runtime';

/** A file of mode 0600 that can't be made again: never replaced, whatever is in it. */
export interface SecretFile {
  readonly path: string;
  /** Of the value, for the operator. */
  readonly shape: string;
  readonly isValid: (value: string) => boolean;
  /** A sentence for the operator of a file that can't be used. */
  readonly remedy: string;
}

/** Null only if there is no such file. @throws CannotStartError if it can't be read or is not valid */
export async function readSecret({ path, shape, isValid, remedy }: SecretFile): Promise<string | null> {
  const text = await ifThere(readFile(path, 'utf8')).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CannotStartError(`${path} can't be read (${reason}). It was left as it is. ${remedy}`, {
      cause,
    });
  });
  if (text === null) return null;
  const value = text.trim();
  if (isValid(value)) return value;
  const problem = value === '' ? 'is empty' : `does not hold ${shape}`;
  throw new CannotStartError(`${path} ${problem}. It was left as it is. ${remedy}`);
}

/**
 * @returns the value of the file: of another process, if that was first
 * @throws CannotStartError
 */
export async function createSecret(file: SecretFile, value: string): Promise<string> {
  await createFile(file.path, `${value}\n`, 0o600);
  const kept = await readSecret(file);
  if (kept === null) throw new CannotStartError(`${file.path} was removed while it was made. Start again.`);
  return kept;
}
