import { isFinal } from '@pmcw/resilience';
import { CannotStartError } from './cannotStart.ts';

interface SystemError extends Error {
  readonly code: string;
  readonly syscall: string;
}

const isSystemError = (error: Error): error is SystemError =>
  'code' in error &&
  typeof error.code === 'string' &&
  'syscall' in error &&
  typeof error.syscall === 'string';

function portOf(error: Error): string {
  return 'port' in error && typeof error.port === 'number' ? ` ${error.port}` : '';
}

/** Everything else that is resolved at the start has a setting of its own, and a sentence that names it. */
const noAddress = 'HOST is no address of this machine.';

function listeningRefused(error: SystemError): string | null {
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port${portOf(error)} is in use by another program. Stop it, or set PORT to another one.`;
    case 'EACCES':
      return `Port${portOf(error)} may not be listened on by this user. Set PORT to another one.`;
    case 'EADDRNOTAVAIL':
      return noAddress;
    default:
      return `HOST and PORT can't be listened on: ${error.message}.`;
  }
}

/** Null if an operator can't fix it. */
function systemRefused(error: SystemError): string | null {
  if (error.syscall === 'listen') return listeningRefused(error);
  if (error.syscall === 'getaddrinfo') return noAddress;
  if ('path' in error && typeof error.path === 'string')
    return `${error.message}. Check that it exists, that this user may use it, and that its disk is not full.`;
  return null;
}

function sentenceOf(error: Error): string | null {
  if (error instanceof CannotStartError) return error.message;
  const known = isSystemError(error) ? systemRefused(error) : null;
  if (known !== null || isFinal(error)) return known;
  // With several addresses for a name, Node leaves the message empty.
  const reason = error.message === '' && 'code' in error ? String(error.code) : error.message;
  return `Something that this needs is down or busy: ${reason}. Try again.`;
}

/** A sentence if an operator can fix the error; otherwise the error with its stack. */
export function explain(error: unknown): unknown {
  const sentence = error instanceof Error ? sentenceOf(error) : null;
  return sentence === null ? error : `\n${sentence}\n`;
}
