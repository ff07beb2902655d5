import { CannotStartError } from '../process/cannotStart.ts';

/** Errors of log and vault whose message already is a sentence for whoever starts the process. */
const sentences: ReadonlySet<string> = new Set(['WrongMasterKeyError', 'UnsafeServerError']);

/** What drivers say, without a code, when nobody answers. */
const silence = /timeout|timed out|terminated unexpectedly|SASL/i;

/** Why something could not be opened, or null when that is nothing a setting could mend. */
function reasonOf(error: Error): string | null {
  if (sentences.has(error.name)) return error.message;
  // With several addresses for a name, node gathers the failures and leaves the message empty.
  const message = error.message === '' && 'code' in error ? String(error.code) : error.message;
  const isOperational = 'code' in error || error.name === 'LogUnavailableError' || silence.test(message);
  return isOperational ? message : null;
}

/**
 * Opens something, and says in a sentence which setting to look at when that fails.
 * @throws CannotStartError, or what was thrown when it is none of a setting's doing
 */
export async function explained<T>(setting: string, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    const reason = error instanceof Error ? reasonOf(error) : null;
    if (reason === null) throw error;
    throw new CannotStartError(`What ${setting} names can't be used: ${reason}`, { cause: error });
  }
}
