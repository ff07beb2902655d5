import type { ProductEvent, verificationEvents } from '@pmcw/contracts/events';
import type { Member } from '../accounts/userState.ts';

/** An administrator vouches for a member. */
export interface VerifyUser {
  readonly type: 'VerifyUser';
}
/** An administrator no longer vouches for a member. */
export interface UnverifyUser {
  readonly type: 'UnverifyUser';
}

/** Commands by which administrators vouch. */
export type VerificationCommand = VerifyUser | UnverifyUser;
/** Events of verification and what follows from it. */
export type VerificationEvent = Extract<ProductEvent, { type: keyof typeof verificationEvents }>;

/** Spec §4: verifying sets the tokens to 1 and unverifying to 0, and only on a real change. */
export function decideVerification(
  { id: userId, isAuthorized }: Member,
  command: VerificationCommand,
): readonly VerificationEvent[] {
  switch (command.type) {
    case 'VerifyUser':
      if (isAuthorized) return [];
      return [
        { type: 'UserVerified', data: { userId } },
        { type: 'TokensSet', data: { userId, pmcwTokens: 1, cause: 'verified' } },
      ];
    case 'UnverifyUser':
      if (!isAuthorized) return [];
      return [
        { type: 'UserUnverified', data: { userId } },
        { type: 'TokensSet', data: { userId, pmcwTokens: 0, cause: 'unverified' } },
      ];
    default:
      return command satisfies never;
  }
}

/** The member after a step of verification. */
export function evolveVerification(member: Member, event: VerificationEvent): Member {
  switch (event.type) {
    case 'UserVerified':
      return { ...member, isAuthorized: true };
    case 'UserUnverified':
      return { ...member, isAuthorized: false };
    case 'TokensSet':
      return { ...member, pmcwTokens: event.data.pmcwTokens };
    default:
      return event satisfies never;
  }
}
