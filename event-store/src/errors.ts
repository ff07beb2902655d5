import type { ExpectedRevision } from './port.ts';

/** The stream was not at the revision that the appender expected; nothing was written. */
export class WrongExpectedRevisionError extends Error {
  override readonly name = 'WrongExpectedRevisionError';
  readonly stream: string;
  readonly expected: ExpectedRevision;
  /** Revision of the stream's last event, or null when there is no such stream. */
  readonly actual: number | null;

  constructor(stream: string, expected: ExpectedRevision, actual: number | null) {
    super(`Stream ${stream} was expected at ${expected}, but is at ${actual ?? 'no-stream'}`);
    this.stream = stream;
    this.expected = expected;
    this.actual = actual;
  }
}

/**
 * An event id was used before, with another payload, or in another stream where the engine knows the ids of all streams;
 * nothing was written.
 */
export class EventIdConflictError extends Error {
  override readonly name = 'EventIdConflictError';
  readonly eventId: string;

  constructor(eventId: string) {
    super(`Event id ${eventId} is already in the log with another payload`);
    this.eventId = eventId;
  }
}

/**
 * Somebody has deleted the stream for good, on the server itself, which the log never does: nothing can be read from it or
 * appended to it any more. What was in it may still be read with the whole log.
 */
export class StreamDeletedError extends Error {
  override readonly name = 'StreamDeletedError';
  readonly stream: string;

  constructor(stream: string, options?: ErrorOptions) {
    super(`Stream ${stream} was deleted for good on the server`, options);
    this.stream = stream;
  }
}

/** The log can't be reached or its queue is full; the caller may try again with the same event ids. */
export class LogUnavailableError extends Error {
  override readonly name = 'LogUnavailableError';
}

/**
 * An event to be appended is not what its type declares, or larger than the engine takes; nothing was written. Names
 * fields, never their values.
 */
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

/** An event of the log is not what its type declares, or its type is unknown. Names fields, never their values. */
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
