import {
  AccessDeniedError,
  convertToCommandError,
  InvalidArgumentError,
  isCommandError,
  MaxAppendSizeExceededError,
  NotLeaderError,
  StreamDeletedError as StreamTombstonedError,
  UnsupportedError,
} from '@eventstore/db-client';
import {
  EventIdConflictError,
  InvalidEventError,
  LogUnavailableError,
  StreamDeletedError,
  UnreadableEventError,
  WrongExpectedRevisionError,
} from '../errors.ts';
import type { Endpoint } from './connectionString.ts';

/** The log was closed; its further calls are refused. */
export class LogClosedError extends LogUnavailableError {
  constructor() {
    super('The log is closed');
  }
}

/** gRPC's status codes, as far as they decide something. */
const codes = {
  invalidArgument: 3,
  permissionDenied: 7,
  resourceExhausted: 8,
  failedPrecondition: 9,
  unimplemented: 12,
  unauthenticated: 16,
} as const;
const deniedCodes: readonly unknown[] = [codes.permissionDenied, codes.unauthenticated];
const finalCodes: readonly unknown[] = [codes.invalidArgument, codes.failedPrecondition, codes.unimplemented];
/** The port's own answers and this program's mistakes. */
const finalErrors = [
  LogClosedError,
  WrongExpectedRevisionError,
  EventIdConflictError,
  InvalidEventError,
  StreamDeletedError,
  UnreadableEventError,
  InvalidArgumentError,
  UnsupportedError,
  TypeError,
  RangeError,
  SyntaxError,
];

/**
 * What to do about an error on the way to an answer: `retry` what may pass (a broken connection, a time-out, a server that
 * is starting, busy or without a leader), give up when this user is `denied`, and hand on what is `final`: an answer, or
 * the fault of what was sent.
 */
export function judge(error: unknown): 'retry' | 'denied' | 'final' {
  if (!(error instanceof Error) || finalErrors.some((kind) => error instanceof kind)) return 'final';
  const { code } = withCode(error);
  if (error instanceof AccessDeniedError || deniedCodes.includes(code)) return 'denied';
  return finalCodes.includes(code) ? 'final' : 'retry';
}

/** What the port calls the client's error, where it has a name of its own for it; else the error as it is. */
export function portError(error: unknown): unknown {
  if (!(error instanceof StreamTombstonedError)) return error;
  return new StreamDeletedError(error.streamName, { cause: error });
}

/** Where the leader is, when the error tells it. */
export function leaderOf(error: unknown): Endpoint | undefined {
  return error instanceof NotLeaderError ? error.leader : undefined;
}

/** Whether an append was refused because it is larger than the server takes. */
export function isTooLarge(error: unknown): boolean {
  if (error instanceof MaxAppendSizeExceededError) return true;
  if (!(error instanceof Error)) return false;
  const { code, message } = withCode(error);
  // The status is also that of a server which is out of something else for a moment.
  return code === codes.resourceExhausted && /exceeds|larger/.test(message);
}

function withCode(error: Error): { readonly code: unknown; readonly message: string } {
  const converted = convertToCommandError(error);
  return { code: isCommandError(converted) ? converted.code : undefined, message: error.message };
}
