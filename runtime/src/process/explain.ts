import { CannotStartError } from './cannotStart.ts';

function portOf(error: Error): string {
  return 'port' in error && typeof error.port === 'number' ? ` ${error.port}` : '';
}

function listeningRefused(error: Error): string | null {
  if (!('syscall' in error && error.syscall === 'listen' && 'code' in error)) return null;
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port${portOf(error)} is in use by another program. Stop it, or set PORT to another one.`;
    case 'EACCES':
      return `Port${portOf(error)} may not be listened on by this user. Set PORT to another one.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return 'HOST is no address of this machine.';
    default:
      return null;
  }
}

/** A sentence if an operator can fix the error; otherwise the error with its stack. */
export function explain(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const sentence = error instanceof CannotStartError ? error.message : listeningRefused(error);
  return sentence === null ? error : `\n${sentence}\n`;
}
