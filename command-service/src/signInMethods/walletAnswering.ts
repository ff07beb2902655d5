import {
  canSignIn,
  evmChainId,
  isContractScheme,
  normalizeAddress,
  ProblemError,
  type ProofScheme,
  texts,
  type Wallet,
  type WalletAnswer,
  type WalletSignInRequest,
} from '@pmcw/contracts';
import type { Member } from '@pmcw/contracts/events';
import { signInText } from '@pmcw/contracts/walletProofs';
import type { Challenge, ChallengePurpose, Vault } from '@pmcw/vault';
import { signsInBy } from '../deciders/userState.ts';
import type { Services } from '../services.ts';
import { schemeOf } from '../walletProofs/proving.ts';
import { checkSignInText, signInChain, signInTextInvalid, signInUri } from './checkSignInText.ts';

const { refusals } = texts;

type Purpose = Extract<ChallengePurpose, 'wallet-sign-in' | 'fresh-proof'>;
type Address = Pick<Wallet, 'network' | 'address'>;

/** For an address that no member proved. */
export const walletUnknown = (): ProblemError => new ProblemError('wallet_unknown', refusals.walletUnknown);
/** For a proved address that is no way to sign in. */
export const walletNotAdmitted = (): ProblemError =>
  new ProblemError('wallet_not_admitted', refusals.walletNotAdmitted);

export interface AskedText extends Address {
  readonly purpose: Purpose;
  /** 0 if unknown. */
  readonly userId: number;
  readonly bound: Challenge['bound'];
}

const statements: Readonly<Record<Purpose, (host: string) => string>> = {
  'wallet-sign-in': (host) => `Sign in to ${host}. Signing is free and moves nothing.`,
  'fresh-proof': (host) => `Confirm to ${host} that it is you. Signing is free and moves nothing.`,
};

/** @throws ProblemError `not_provable` */
export async function requestWallet(
  vault: Vault,
  { purpose, userId, bound, network, address }: AskedText,
  publicUrl: string,
): Promise<WalletSignInRequest> {
  if (!canSignIn(network, address)) throw new ProblemError('not_provable', refusals.walletCanNotSignIn);
  const issuedAt = (await vault.now()).toISOString();
  const { nonce, expiresAt } = await vault.challenges.issue(purpose, userId, { ...bound, network, address });
  const expirationTime = expiresAt.toISOString();
  const { host } = new URL(publicUrl);
  const message = signInText({
    domain: host,
    account: evmChainId(network) === null ? 'Solana' : 'Ethereum',
    address,
    statement: statements[purpose](host),
    uri: signInUri(publicUrl),
    chainId: signInChain(network),
    nonce,
    issuedAt,
    expirationTime,
  });
  return { message, expiresAt: expirationTime };
}

export interface SignedAddress extends Address {
  readonly scheme: ProofScheme;
}

/** A key is the same on all networks of its kind; a contract speaks only for its own chain. */
export const provedWallets = ({ wallets }: Member, { network, address, scheme }: SignedAddress) =>
  wallets.filter(
    (wallet) =>
      wallet.address === address &&
      wallet.proof !== null &&
      (!isContractScheme(scheme) || evmChainId(wallet.network) === evmChainId(network)),
  );

export const signInWallet = (member: Member, signed: SignedAddress): Wallet | undefined =>
  provedWallets(member, signed).find(({ id }) => signsInBy(member, id));

export interface AwaitedWallet<Owner> {
  readonly purpose: Purpose;
  readonly isTheirs: (challenge: Challenge) => boolean;
  /** Throws to refuse the answer without effect. */
  readonly ownerOf: (signed: SignedAddress) => Promise<Owner>;
}

/**
 * The text must be from this site, for the address and chain. The first valid answer, and no invalid one, uses up the
 * challenge.
 * @throws ProblemError `sign_in_text_invalid`, `proof_invalid`, `unavailable`, and as `ownerOf`
 */
export async function takeWalletAnswer<Owner>(
  services: Pick<Services, 'findContractScheme' | 'vault'>,
  { message, signature }: WalletAnswer,
  { purpose, isTheirs, ownerOf }: AwaitedWallet<Owner>,
  publicUrl: string,
): Promise<Owner> {
  const { challenges } = services.vault;
  // Some wallets sign lines with CR LF, which the verification tries too.
  const statement = message.replaceAll('\r\n', '\n');
  const text = checkSignInText(statement, publicUrl, await services.vault.now());
  const challenge = await challenges.find(purpose, text.nonce);
  const { network, address } = challenge?.bound ?? {};
  if (challenge === null || !network || !address) throw signInTextInvalid(refusals.signInNonceUnknown);
  if (!isTheirs(challenge)) throw signInTextInvalid(refusals.signInOtherBrowser);
  if (normalizeAddress(network, text.address) !== address)
    throw signInTextInvalid(refusals.signInOtherAddress);
  if (text.chainId !== signInChain(network)) throw signInTextInvalid(refusals.signInOtherChain);
  // A signature is only good for its stated purpose.
  if (text.statement !== statements[purpose](text.domain))
    throw signInTextInvalid(refusals.signInTextUnreadable);
  const scheme = await schemeOf(services, { network, address }, { statement, signature });
  const owner = await ownerOf({ network, address, scheme });
  if (!(await challenges.spend(purpose, text.nonce))) throw signInTextInvalid(refusals.signInNonceUnknown);
  return owner;
}
