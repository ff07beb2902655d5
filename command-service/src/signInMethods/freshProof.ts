import {
  type FreshProofBody,
  type PasskeyRequest,
  ProblemError,
  passwordMethodId,
  texts,
  type WalletSignInRequest,
} from '@pmcw/contracts';
import type { Challenge, Passkey, Session } from '@pmcw/vault';
import { forgetTries, tryOwnPassword } from '../accounts/passwordTries.ts';
import { signsInBy } from '../deciders/userState.ts';
import type { MemberStores, Services } from '../services.ts';
import { requestOf, takeAnswer } from './answering.ts';
import { passkeyUnknown } from './checkPasskey.ts';
import {
  requestWallet,
  type SignedAddress,
  signInWallet,
  takeWalletAnswer,
  walletNotAdmitted,
} from './walletAnswering.ts';

const purpose = 'fresh-proof';

/** Bound to this session. */
export async function askForProof(
  services: MemberStores,
  { id: sessionId, userId }: Session,
  publicUrl: string,
): Promise<PasskeyRequest> {
  const { member } = await services.members.loadActing(userId);
  const passkeys = await services.vault.passkeys.all(userId);
  const { nonce } = await services.vault.challenges.issue(purpose, userId, { sessionId });
  const own = passkeys.filter(({ id }) => signsInBy(member, id));
  return requestOf(nonce, publicUrl, own);
}

/** Bound to this session. @throws ProblemError `not_found` for a wallet that is no way to sign in */
export async function askWalletForProof(
  { vault, members }: MemberStores,
  { id: sessionId, userId }: Session,
  walletId: string,
  publicUrl: string,
): Promise<WalletSignInRequest> {
  const { member } = await members.loadActing(userId);
  const wallet = member.wallets.find(({ id }) => id === walletId);
  if (wallet === undefined || !signsInBy(member, walletId)) {
    throw new ProblemError('not_found', texts.refusals.signInMethodNotFound);
  }
  const { network, address } = wallet;
  return requestWallet(vault, { purpose, userId, bound: { sessionId }, network, address }, publicUrl);
}

async function proveByPassword(services: MemberStores, userId: number, password: string): Promise<void> {
  const { member } = await services.members.loadActing(userId);
  const proof = await tryOwnPassword(services.vault, userId, password);
  // The vault may still have a removed password.
  if (proof === null || !signsInBy(member, passwordMethodId)) {
    const { wrongCurrentPassword: message } = texts.refusals;
    throw new ProblemError('wrong_current_password', message, { errors: [{ path: 'password', message }] });
  }
  await forgetTries(services.vault, userId, member.username);
}

/**
 * @throws ProblemError `not_signed_in`, `suspended`, `wrong_current_password`, `too_many_requests`, `passkey_invalid`,
 * `passkey_unknown`, and as `takeWalletAnswer`
 */
export async function proveFreshly(
  services: MemberStores & Pick<Services, 'findContractScheme' | 'passkeyLogger'>,
  { id: sessionId, userId }: Session,
  body: FreshProofBody,
  publicUrl: string,
): Promise<void> {
  const isTheirs = ({ bound }: Challenge) => bound.sessionId === sessionId;
  if ('password' in body) await proveByPassword(services, userId, body.password);
  else if ('signature' in body) {
    const awaited = {
      purpose,
      isTheirs,
      async ownerOf(signed: SignedAddress) {
        const { member } = await services.members.loadActing(userId);
        if (signInWallet(member, signed) === undefined) throw walletNotAdmitted();
      },
    } as const;
    await takeWalletAnswer(services, body, awaited, publicUrl);
  } else {
    const awaited = {
      purpose,
      isTheirs,
      async ownerOf(passkey: Passkey) {
        if (passkey.userId !== userId) throw passkeyUnknown();
        const { member } = await services.members.loadActing(userId);
        if (!signsInBy(member, passkey.id)) throw passkeyUnknown();
      },
    } as const;
    await takeAnswer(services, body.credential, awaited, publicUrl);
  }
  if (await services.vault.sessions.prove(sessionId)) return;
  throw new ProblemError('not_signed_in', texts.refusals.notSignedIn);
}
