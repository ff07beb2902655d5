import { isFinal } from '@pmcw/resilience';
import { CannotStartError } from '../process/cannotStart.ts';

const sentences: ReadonlySet<string> = new Set(['WrongMasterKeyError', 'VaultTooNewError', 'LogTooNewError']);

/** `pg` has no code for a password that is missing. */
const passwordRefused = /^SASL/;

/** Null if no setting could fix it. */
function reasonOf(error: Error): string | null {
  if (sentences.has(error.name)) return error.message;
  // With several addresses for a name, Node leaves the message empty.
  const message = error.message === '' && 'code' in error ? String(error.code) : error.message;
  const isOperational = 'code' in error || !isFinal(error) || passwordRefused.test(message);
  return isOperational ? message : null;
}

/**
 * Adds the name of the setting to operational failures.
 * @throws CannotStartError, or the original error if no setting is at fault
 */
export async function explained<T>(setting: string, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof CannotStartError) throw error;
    const reason = error instanceof Error ? reasonOf(error) : null;
    if (reason === null) throw error;
    throw new CannotStartError(`${setting} can't be used: ${reason}`, { cause: error });
  }
}
