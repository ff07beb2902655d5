import type { ProblemError, ServerFrame } from '@pmcw/contracts';

/** The bytes of a frame, made once however many sockets it goes to. */
export function serialise(frame: ServerFrame): Uint8Array {
  return Buffer.from(JSON.stringify(frame));
}

/** The frame by which a sender learns that something was refused, and which message it was. */
export function errorFrame(problem: ProblemError, id: string | undefined): ServerFrame {
  const { code, message, retryAfter, errors } = problem;
  return {
    type: 'error',
    ...(id === undefined ? {} : { id }),
    code,
    detail: message,
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...(errors === undefined ? {} : { errors: errors.map((error) => ({ ...error })) }),
  };
}
