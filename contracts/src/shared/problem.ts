import type { Problem } from './problemSchema.ts';

export const problems = {
  invalid_input: { status: 400, title: 'Invalid input' },
  wrong_credentials: { status: 401, title: 'Wrong credentials' },
  not_signed_in: { status: 401, title: 'Not signed in' },
  foreign_origin: { status: 403, title: 'Foreign origin' },
  suspended: { status: 403, title: 'Suspended' },
  forbidden: { status: 403, title: 'Not allowed' },
  not_received: { status: 403, title: 'Not received' },
  too_many_conversations: { status: 403, title: 'Too many conversations' },
  registration_closed: { status: 403, title: 'Registration closed' },
  reset_link_invalid: { status: 400, title: 'Reset link not valid' },
  confirm_link_invalid: { status: 400, title: 'Confirmation link not valid' },
  not_found: { status: 404, title: 'Not found' },
  username_taken: { status: 409, title: 'Username taken' },
  username_reserved: { status: 409, title: 'Username reserved' },
  email_taken: { status: 409, title: 'Email taken' },
  wallet_taken: { status: 409, title: 'Wallet address taken' },
  wallet_listed: { status: 409, title: 'Wallet address already listed' },
  social_platform_taken: { status: 409, title: 'Platform already linked' },
  wrong_current_password: { status: 400, title: 'Wrong current password' },
  fresh_proof_required: { status: 403, title: 'Fresh proof required' },
  passkey_unknown: { status: 400, title: 'Passkey not known' },
  passkey_invalid: { status: 400, title: 'Passkey not valid' },
  sign_in_text_invalid: { status: 400, title: 'Sign-in text not valid' },
  wallet_unknown: { status: 404, title: 'Wallet not known' },
  wallet_not_admitted: { status: 403, title: 'Wallet does not sign in' },
  openid_expired: { status: 400, title: 'Nobody came from the provider' },
  openid_taken: { status: 409, title: 'Account in use' },
  openid_present: { status: 409, title: 'Account of this provider present' },
  last_sign_in_method: { status: 409, title: 'Last way to sign in' },
  protected_member: { status: 403, title: 'Protected member' },
  not_checkable: { status: 409, title: 'Link can not be checked' },
  not_provable: { status: 409, title: 'No proof known' },
  challenge_invalid: { status: 400, title: 'Challenge not valid' },
  proof_invalid: { status: 400, title: 'Signature does not fit' },
  pmcw_wallet_required: { status: 409, title: 'PMCW wallet required' },
  request_open: { status: 409, title: 'Request already open' },
  already_verified: { status: 409, title: 'Already verified' },
  request_closed: { status: 409, title: 'Request already closed' },
  case_closed: { status: 409, title: 'Case already closed' },
  member_blocked: { status: 409, title: 'Member blocked' },
  member_suspended: { status: 409, title: 'Member suspended' },
  message_id_taken: { status: 409, title: 'Message id taken' },
  not_undoable: { status: 409, title: 'Can not be undone' },
  already_undone: { status: 409, title: 'Already undone' },
  changed_since: { status: 409, title: 'Changed since' },
  conflict: { status: 409, title: 'Conflict' },
  request_timeout: { status: 408, title: 'Request too slow' },
  message_deleted: { status: 410, title: 'Message deleted' },
  too_large: { status: 413, title: 'Too large' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  too_many_requests: { status: 429, title: 'Too many requests' },
  headers_too_large: { status: 431, title: 'Headers too large' },
  internal: { status: 500, title: 'Internal error' },
  unavailable: { status: 503, title: 'Unavailable' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemCode = keyof typeof problems;

/** `path` is dotted, empty for the whole body. */
export interface FieldError {
  readonly path: string;
  readonly message: string;
}

const isCode = (code: string): code is ProblemCode => Object.hasOwn(problems, code);

/** Returns 500 for a code of a newer server. */
export const statusOfProblem = (code: string): number => (isCode(code) ? problems[code].status : 500);

/** Refusals that a retry can turn into success. */
const passingStatuses: ReadonlySet<number> = new Set([401, 408, 425, 429]);

/**
 * Whether the same message would be refused again, so that the ones after it may be stored. After a suspension or a
 * lost session it may be accepted at the member's return.
 * @param code of a problem document or an error frame; '' for answers of others, which are never final
 * @param status of an HTTP answer, in case the code is of a newer server
 */
export function isFinalRefusal(code: string, status = statusOfProblem(code)): boolean {
  return code !== '' && code !== 'suspended' && status >= 400 && status < 500 && !passingStatuses.has(status);
}

export interface ProblemExtras {
  readonly errors?: readonly FieldError[];
  /** Seconds; becomes `Retry-After`. */
  readonly retryAfter?: number;
}

/** Thrown anywhere on a server. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: ProblemCode;
  readonly errors: readonly FieldError[] | undefined;
  readonly retryAfter: number | undefined;

  /** @param detail from `texts` */
  constructor(code: ProblemCode, detail: string, extras: ProblemExtras = {}) {
    super(detail);
    this.code = code;
    this.errors = extras.errors;
    this.retryAfter = extras.retryAfter;
  }

  /** Null for an unknown code. */
  static from({ code, detail, errors }: Problem, retryAfter?: number): ProblemError | null {
    if (!isCode(code)) return null;
    return new ProblemError(code, detail, {
      ...(errors === undefined ? {} : { errors }),
      ...(retryAfter === undefined ? {} : { retryAfter }),
    });
  }

  get status(): number {
    return problems[this.code].status;
  }

  toProblem(): Problem {
    const { status, title } = problems[this.code];
    return {
      type: `urn:pmcw:problem:${this.code}`,
      title,
      status,
      detail: this.message,
      code: this.code,
      ...(this.errors === undefined ? {} : { errors: this.errors.map((error) => ({ ...error })) }),
    };
  }
}
