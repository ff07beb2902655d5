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

export class LogClosedError extends LogUnavailableError {
  constructor() {
    super('The log is closed');
  }
}

/** Of gRPC. */
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

/** `final` errors are answers, or caused by the request. */
export function judge(error: unknown): 'retry' | 'denied' | 'final' {
  if (!(error instanceof Error) || finalErrors.some((kind) => error instanceof kind)) return 'final';
  const { code } = withCode(error);
  if (error instanceof AccessDeniedError || deniedCodes.includes(code)) return 'denied';
  return finalCodes.includes(code) ? 'final' : 'retry';
}

export function portError(error: unknown): unknown {
  if (!(error instanceof StreamTombstonedError)) return error;
  return new StreamDeletedError(error.streamName, { cause: error });
}

export function leaderOf(error: unknown): Endpoint | undefined {
  return error instanceof NotLeaderError ? error.leader : undefined;
}

export function isTooLarge(error: unknown): boolean {
  if (error instanceof MaxAppendSizeExceededError) return true;
  if (!(error instanceof Error)) return false;
  const { code, message } = withCode(error);
  // Servers that lack other resources report the same status.
  return code === codes.resourceExhausted && /exceeds|larger/.test(message);
}

function withCode(error: Error): { readonly code: unknown; readonly message: string } {
  const converted = convertToCommandError(error);
  return { code: isCommandError(converted) ? converted.code : undefined, message: error.message };
}
