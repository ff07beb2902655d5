import type { ExpectedRevision } from './port.ts';

/** Nothing was written. */
export class WrongExpectedRevisionError extends Error {
  override readonly name = 'WrongExpectedRevisionError';
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly actual: number | null;

  constructor(stream: string, expected: ExpectedRevision, actual: number | null) {
    super(`Stream ${stream} was expected at ${expected}, but is at ${actual ?? 'no-stream'}`);
    this.stream = stream;
    this.expected = expected;
    this.actual = actual;
  }
}

/**
 * The id is in the log with another payload, or, if the engine detects that, in another stream; nothing was written.
 */
export class EventIdConflictError extends Error {
  override readonly name = 'EventIdConflictError';
  readonly eventId: string;

  constructor(eventId: string) {
    super(`Event id ${eventId} is already in the log with another payload`);
    this.eventId = eventId;
  }
}

/** Deleted on the server, which the product never does; the whole log may still have its events. */
export class StreamDeletedError extends Error {
  override readonly name = 'StreamDeletedError';
  readonly stream: string;

  constructor(stream: string, options?: ErrorOptions) {
    super(`Stream ${stream} was deleted for good on the server`, options);
    this.stream = stream;
  }
}

/** The log is down or its queue is full; retry with the same event ids. */
export class LogUnavailableError extends Error {
  override readonly name = 'LogUnavailableError';
}

/** Does not match its schema, or is too large; nothing was written. Names fields, never values. */
export class InvalidEventError extends Error {
  override readonly name = 'InvalidEventError';
  readonly type: string;
  readonly reason: string;
  constructor(type: string, reason: string) {
    super(`Event of type ${type} can't be appended: ${reason}`);
    this.type = type;
    this.reason = reason;
  }
}

/** Does not match its schema, or has an unknown type. Names fields, never values. */
export class UnreadableEventError extends Error {
  override readonly name = 'UnreadableEventError';
  readonly position: bigint;
  readonly type: string;
  readonly reason: string;
  constructor(position: bigint, type: string, reason: string) {
    super(`Event of type ${type} at position ${position} can't be read: ${reason}`);
    this.position = position;
    this.type = type;
    this.reason = reason;
  }
}
