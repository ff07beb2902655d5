import type { PasskeyAnswer, PasskeyRequest } from '@pmcw/contracts';
import type { Vault } from '@pmcw/vault';
import type { MemberByWay } from '../accounts/signIn.ts';
import { requireActing, signsInBy } from '../deciders/userState.ts';
import type { MemberStores, Services } from '../services.ts';
import { requestOf, takeAnswer } from './answering.ts';
import { boundTo, isBoundTo } from './askedBrowser.ts';
import { passkeyUnknown } from './checkPasskey.ts';

const purpose = 'passkey-sign-in';

/** For any passkey of the site, bound to this browser. */
export async function askForPasskey(
  { challenges }: Vault,
  browser: string,
  publicUrl: string,
): Promise<PasskeyRequest> {
  const { nonce } = await challenges.issue(purpose, 0, boundTo(browser));
  return requestOf(nonce, publicUrl);
}

/**
 * By the log, the passkey must be a way to sign in.
 * @throws ProblemError `passkey_invalid`, `passkey_unknown`, and `suspended`, only for the right passkey
 */
export async function signInByPasskey(
  services: MemberStores & Pick<Services, 'passkeyLogger'>,
  answer: PasskeyAnswer,
  browser: string | undefined,
  publicUrl: string,
): Promise<MemberByWay> {
  return takeAnswer(
    services,
    answer,
    {
      purpose,
      isTheirs: (challenge) => isBoundTo(challenge, browser),
      async ownerOf({ id: methodId, userId }) {
        const { state, position } = await services.members.load(userId);
        if (!signsInBy(state, methodId)) throw passkeyUnknown();
        return { member: requireActing(state), position, way: { methodId, refused: passkeyUnknown } };
      },
    },
    publicUrl,
  );
}
