import {
  canSignIn,
  ProblemError,
  type RegisterByWalletBody,
  texts,
  type WalletChallenge,
  type WalletRegistrationOptionsBody,
} from '@pmcw/contracts';
import { v7 as uuidv7 } from 'uuid';
import { type Registering, registerBy } from '../accounts/register.ts';
import type { MemberByWay } from '../accounts/signIn.ts';
import { refuseReserved } from '../deciders/names/refusals.ts';
import { bears, claimTaken, usernameClaim } from '../members/claims.ts';
import type { MemberStores, Services } from '../services.ts';
import { requireOpenRegistration } from '../settings/registration.ts';
import { challengeInvalid, schemeOf, statementOf } from '../walletProofs/proving.ts';
import { boundTo, isBoundTo } from './askedBrowser.ts';
import { walletNotAdmitted } from './walletAnswering.ts';

const purpose = 'register-wallet';
const { refusals } = texts;

/** @throws ProblemError `username_taken` */
async function refuseBorne({ vault, members }: MemberStores, username: string): Promise<void> {
  const claim = usernameClaim(username);
  const holder = await vault.claims.holder(claim);
  if (holder === null) return;
  if (bears((await members.load(holder)).state, claim)) throw claimTaken(claim);
}

/**
 * Does not reveal whether the address is listed, because not all profiles are public: `registerByWallet` does, after
 * the signature. @throws ProblemError `registration_closed`, `username_reserved`, `username_taken`, `not_provable`
 */
export async function challengeNewcomer(
  services: MemberStores & Pick<Services, 'settings'>,
  { username, network, address }: WalletRegistrationOptionsBody,
  browser: string,
  publicUrl: string,
): Promise<WalletChallenge> {
  if (!canSignIn(network, address)) throw new ProblemError('not_provable', refusals.walletCanNotSignIn);
  await requireOpenRegistration(services.settings);
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

/**
 * One append lists and proves the wallet. A retry in the same browser continues one that stopped before it.
 * @throws ProblemError `challenge_invalid`, `proof_invalid`, `unavailable`, and as `registerBy`
 */
export async function registerByWallet(
  services: Registering & Pick<Services, 'findContractScheme'>,
  { nonce, signature, terms: _agreed, ...newcomer }: RegisterByWalletBody,
  browser: string | undefined,
  correlationId: string,
  publicUrl: string,
): Promise<MemberByWay> {
  const { challenges } = services.vault;
  const challenge = await challenges.find(purpose, nonce);
  const { username, network, address, issuedAt, walletId } = challenge?.bound ?? {};
  if (challenge === null || !username || !network || !address || !issuedAt || !walletId)
    throw challengeInvalid();
  if (!isBoundTo(challenge, browser) || username !== newcomer.username) throw challengeInvalid();
  const statement = statementOf({ network, address }, username, publicUrl, { nonce, issuedAt });
  const scheme = await schemeOf(services, { network, address }, { statement, signature });
  const registered = await registerBy(
    services,
    {
      method: { methodId: walletId, kind: 'wallet' },
      wallet: { walletId, network, address, statement, signature, scheme },
      // The nonce is for one signature; the claim binds the address to the id.
      keptFor: () => challenges.take(purpose, nonce, signature),
    },
    newcomer,
    correlationId,
  );
  await challenges.spend(purpose, nonce);
  return { ...registered, way: { methodId: walletId, refused: walletNotAdmitted } };
}
