import {
  canSignIn,
  evmChainId,
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
import type { Challenge, ChallengePurpose } from '@pmcw/vault';
import { signsInBy } from '../deciders/userState.ts';
import type { Services } from '../services.ts';
import { schemeOf } from '../walletProofs/proving.ts';
import { checkSignInText, signInChain, signInTextInvalid, signInUri } from './checkSignInText.ts';

const say = texts.refusals;

type Purpose = Extract<ChallengePurpose, 'wallet-sign-in' | 'fresh-proof'>;
type Address = Pick<Wallet, 'network' | 'address'>;

/** The refusal of an address that signs nobody in. */
export const walletUnknown = (): ProblemError => new ProblemError('wallet_unknown', say.walletUnknown);
/** The refusal of a proved address by which its member does not sign in. */
export const walletNotAdmitted = (): ProblemError =>
  new ProblemError('wallet_not_admitted', say.walletNotAdmitted);

/** Who asks for a text, and what its signature is to be good for. */
export interface AskedText extends Address {
  readonly purpose: Purpose;
  /** 0 where it is not known. */
  readonly userId: number;
  readonly bound: Challenge['bound'];
}

const statements: Readonly<Record<Purpose, (host: string) => string>> = {
  'wallet-sign-in': (host) => `Sign in to ${host}. Signing is free and moves nothing.`,
  'fresh-proof': (host) => `Confirm to ${host} that it is you. Signing is free and moves nothing.`,
};

/**
 * Gives out what a wallet has to sign.
 * @throws ProblemError `not_provable` for an address that no standard signs in by
 */
export async function requestWallet(
  { vault }: Services,
  { purpose, userId, bound, network, address }: AskedText,
  publicUrl: string,
): Promise<WalletSignInRequest> {
  if (!canSignIn(network, address)) throw new ProblemError('not_provable', say.walletCanNotSignIn);
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

/** An address whose wallet just signed, and how. */
export interface SignedAddress extends Address {
  readonly scheme: ProofScheme;
}

/**
 * The wallets in a member's list whose proof is worth as much as this signature: of this very address. A key is the same on all
 * networks of its kind; what a contract says is said on its own chain.
 */
export const provedWallets = ({ wallets }: Member, { network, address, scheme }: SignedAddress) =>
  wallets.filter(
    (wallet) =>
      wallet.address === address &&
      wallet.proof !== null &&
      (scheme !== 'eip-1271' || evmChainId(wallet.network) === evmChainId(network)),
  );

/** That of them by which the member signs in. */
export const signInWallet = (member: Member, signed: SignedAddress): Wallet | undefined =>
  provedWallets(member, signed).find(({ id }) => signsInBy(member, id));

/** Which answer is waited for. */
export interface AwaitedWallet<Owner> {
  readonly purpose: Purpose;
  /** Whether the challenge is one of whoever answers. */
  readonly isTheirs: (challenge: Challenge) => boolean;
  /** Finds whose address it is; what it throws refuses the answer, and changes nothing. */
  readonly ownerOf: (signed: SignedAddress) => Promise<Owner>;
}

/**
 * Takes what a wallet signed: a text of this site for now, asked for here with this address and chain, signed by it. The challenge is
 * used up by the first right answer, and by no wrong one.
 * @returns what `ownerOf` found
 * @throws ProblemError `sign_in_text_invalid`, with a reason for each thing that is wrong with the text, `proof_invalid`,
 * `unavailable` when a contract could not be asked, and what `ownerOf` throws
 */
export async function takeWalletAnswer<Owner>(
  services: Services,
  { message, signature }: WalletAnswer,
  { purpose, isTheirs, ownerOf }: AwaitedWallet<Owner>,
  publicUrl: string,
): Promise<Owner> {
  const { challenges } = services.vault;
  const text = checkSignInText(message, publicUrl, await services.vault.now());
  const challenge = await challenges.find(purpose, text.nonce);
  const { network, address } = challenge?.bound ?? {};
  if (challenge === null || !network || !address) throw signInTextInvalid(say.signInNonceUnknown);
  if (!isTheirs(challenge)) throw signInTextInvalid(say.signInOtherBrowser);
  if (normalizeAddress(network, text.address) !== address) throw signInTextInvalid(say.signInOtherAddress);
  if (text.chainId !== signInChain(network)) throw signInTextInvalid(say.signInOtherChain);
  // What somebody was told that they sign for is what it is good for.
  if (text.statement !== statements[purpose](text.domain)) throw signInTextInvalid(say.signInTextUnreadable);
  const scheme = await schemeOf(services, { network, address }, { statement: message, signature });
  const owner = await ownerOf({ network, address, scheme });
  if (!(await challenges.spend(purpose, text.nonce))) throw signInTextInvalid(say.signInNonceUnknown);
  return owner;
}
