import type { ProblemError, ServerFrame } from '@pmcw/contracts';

export function serialise(frame: ServerFrame): Uint8Array {
  return Buffer.from(JSON.stringify(frame));
}

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
