import type { PasskeyAnswer, PasskeyRequest } from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import type { MemberAt } from '../accounts/register.ts';
import type { SignInWay } from '../accounts/signIn.ts';
import { requireActing, signsInBy } from '../deciders/userState.ts';
import type { Services } from '../services.ts';
import { requestOf, takeAnswer } from './answering.ts';
import { boundTo, isBoundTo } from './askedBrowser.ts';
import { passkeyUnknown } from './checkPasskey.ts';

const purpose = 'passkey-sign-in';

/** Gives out what a passkey has to sign for a sign-in: by any that the browser knows, and in this browser alone. */
export async function askForPasskey(
  { vault }: Services,
  browser: string,
  publicUrl: string,
): Promise<PasskeyRequest> {
  const { nonce } = await vault.challenges.issue(purpose, 0, boundTo(browser));
  return requestOf(nonce, publicUrl);
}

/** Who signs in by a passkey, and how far the log was. */
export interface SignedInByPasskey extends MemberAt {
  readonly way: SignInWay;
}

/**
 * Finds the member by what one of their passkeys signed. The log must tell that they sign in by it: a passkey that was removed, or
 * never came to be told, is as unknown as one that never was.
 * @param browser what `askForPasskey` was asked with, as the browser has it
 * @throws ProblemError `passkey_invalid`, `passkey_unknown`, and `suspended`, but only to who has the passkey
 */
export async function signInByPasskey(
  services: Services,
  answer: PasskeyAnswer,
  browser: string | undefined,
  publicUrl: string,
): Promise<SignedInByPasskey> {
  return takeAnswer(
    services,
    answer,
    {
      purpose,
      isTheirs: (challenge) => isBoundTo(challenge, browser),
      async ownerOf({ id: methodId, userId }) {
        const { state, position } = await services.members.states.load(streams.user(userId));
        if (!signsInBy(state, methodId)) throw passkeyUnknown();
        return { member: requireActing(state), position, way: { methodId, refused: passkeyUnknown } };
      },
    },
    publicUrl,
  );
}
