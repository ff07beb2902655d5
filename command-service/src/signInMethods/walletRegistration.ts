import {
  canSignIn,
  ProblemError,
  type RegisterByWalletBody,
  texts,
  type WalletChallenge,
  type WalletRegistrationOptionsBody,
} from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import { v7 as uuidv7 } from 'uuid';
import { type MemberAt, registerBy } from '../accounts/register.ts';
import type { SignInWay } from '../accounts/signIn.ts';
import { refuseReserved } from '../deciders/names/refusals.ts';
import { bears, taken, usernameClaim } from '../members/claims.ts';
import type { Services } from '../services.ts';
import { requireOpenRegistration } from '../settings/registration.ts';
import { schemeOf, statementOf } from '../walletProofs/proving.ts';
import { boundTo, isBoundTo } from './askedBrowser.ts';
import { walletNotAdmitted } from './walletAnswering.ts';

const purpose = 'register-wallet';
const say = texts.refusals;

/** Nobody is to sign for a name that is somebody else's by the log. @throws ProblemError `username_taken` */
async function refuseBorne({ vault, members }: Services, username: string): Promise<void> {
  const claim = usernameClaim(username);
  const holder = await vault.claims.holder(claim);
  if (holder === null) return;
  if (bears((await members.states.load(streams.user(holder))).state, claim)) throw taken(claim);
}

/**
 * Gives out the statement by which a newcomer proves the address that they will sign in with; it will stand on their profile. Whether
 * somebody lists that address is told by `registerByWallet`, to who has signed for it: not all profiles are public.
 * @throws ProblemError `registration_closed`, `username_reserved`, `username_taken`, `not_provable`
 */
export async function challengeNewcomer(
  services: Services,
  { username, network, address }: WalletRegistrationOptionsBody,
  browser: string,
  publicUrl: string,
): Promise<WalletChallenge> {
  if (!canSignIn(network, address)) throw new ProblemError('not_provable', say.walletCanNotSignIn);
  await requireOpenRegistration(services);
  refuseReserved(username);
  await refuseBorne(services, username);
  const issuedAt = (await services.vault.now()).toISOString();
  const { nonce, expiresAt } = await services.vault.challenges.issue(purpose, 0, {
    ...boundTo(browser),
    ...{ username, network, address, issuedAt, walletId: uuidv7() },
  });
  const statement = statementOf({ network, address }, username, publicUrl, { nonce, issuedAt });
  return { nonce, statement, expiresAt: expiresAt.toISOString() };
}

const invalid = () => new ProblemError('challenge_invalid', say.challengeInvalid);

/** Who registered with a wallet, and by what they are signed in now. */
export interface RegisteredByWallet extends MemberAt {
  readonly way: SignInWay;
}

/**
 * Registers a newcomer whose only way to sign in is a wallet, which they list and prove by the same append. The nonce is kept for one
 * right signature; what was cut off before the append goes on when the same is sent again, in the same browser.
 * @throws ProblemError `challenge_invalid`, `proof_invalid`, `unavailable` when a contract could not be asked, and what `registerBy`
 * throws
 */
export async function registerByWallet(
  services: Services,
  { nonce, signature, terms: _agreed, ...newcomer }: RegisterByWalletBody,
  browser: string | undefined,
  correlationId: string,
  publicUrl: string,
): Promise<RegisteredByWallet> {
  const { challenges } = services.vault;
  const challenge = await challenges.find(purpose, nonce);
  const { username, network, address, issuedAt, walletId } = challenge?.bound ?? {};
  if (challenge === null || !username || !network || !address || !issuedAt || !walletId) throw invalid();
  if (!isBoundTo(challenge, browser) || username !== newcomer.username) throw invalid();
  const statement = statementOf({ network, address }, username, publicUrl, { nonce, issuedAt });
  const scheme = await schemeOf(services, { network, address }, { statement, signature });
  const registered = await registerBy(
    services,
    {
      method: { methodId: walletId, kind: 'wallet' },
      wallet: { walletId, network, address, statement, signature, scheme },
      // The claim to the address goes with the id; this keeps the nonce for one signature.
      keptFor: () => challenges.take(purpose, nonce, signature),
    },
    newcomer,
    correlationId,
  );
  await challenges.spend(purpose, nonce);
  return { ...registered, way: { methodId: walletId, refused: walletNotAdmitted } };
}
