import type { ProofKind } from '@pmcw/contracts';
import { getWallets } from '@wallet-standard/app';
import type { Wallet, WalletAccount } from '@wallet-standard/base';
import * as v from 'valibot';
import { type FoundWallet, type SignedText, SigningError } from './foundWallet.ts';
import { accountAmong, askWallet } from './troubleOf.ts';
import { walletIcon } from './walletIcon.ts';

export type StandardKind = Exclude<ProofKind, 'evm'>;

/** Network and features of each kind; the first supported way to connect is used. */
const featuresOf = {
  solana: { network: 'SOL', connect: ['standard:connect'], sign: 'solana:signMessage', asks: {} },
  // Wallets list taproot addresses under "ordinals".
  bitcoin: {
    network: 'BTC',
    connect: ['bitcoin:connect', 'standard:connect'],
    sign: 'bitcoin:signMessage',
    asks: { purposes: ['payment', 'ordinals'] },
  },
} as const satisfies Record<StandardKind, object>;

const connectSchema = v.object({ connect: v.function() });
const signSchema = v.object({ signMessage: v.function() });
const signInSchema = v.object({ signIn: v.function() });
const signedInSchema = v.tuple([
  v.object({ signedMessage: v.instance(Uint8Array), signature: v.instance(Uint8Array) }),
]);
const signedSchema = v.tuple([
  v.object({ signature: v.instance(Uint8Array), signedMessage: v.optional(v.instance(Uint8Array)) }),
]);

/** Null unless the wallet can connect and sign. */
function abilitiesOf(wallet: Wallet, kind: StandardKind) {
  const { connect, sign } = featuresOf[kind];
  const connecting = connect.map((name) => wallet.features[name]).find((way) => v.is(connectSchema, way));
  const signing = wallet.features[sign];
  if (!v.is(connectSchema, connecting) || !v.is(signSchema, signing)) return null;
  return { connecting, signing };
}
type Abilities = NonNullable<ReturnType<typeof abilitiesOf>>;

const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

interface SignedBytes {
  readonly signature: Uint8Array;
  readonly signedMessage?: Uint8Array | undefined;
}

/** Ledger devices sign an off-chain message with the text inside; then it is sent too, as an envelope. */
const isOffchain = (message: Uint8Array | undefined): message is Uint8Array => message?.[0] === 0xff;
const writtenOf = ({ signature, signedMessage }: SignedBytes): string =>
  base64(isOffchain(signedMessage) ? Uint8Array.of(1, ...signature, ...signedMessage) : signature);

const isFor = (kind: StandardKind, { chains }: WalletAccount): boolean =>
  chains.some((chain) => chain.startsWith(`${kind}:`));

async function accountsOf(
  wallet: Wallet,
  kind: StandardKind,
  { connecting }: Abilities,
): Promise<readonly WalletAccount[]> {
  await connecting.connect(featuresOf[kind].asks);
  // Not the answer's accounts: the wallet signs with the ones it shows now.
  return wallet.accounts.filter((candidate) => isFor(kind, candidate));
}

async function sign(
  wallet: Wallet,
  kind: StandardKind,
  abilities: Abilities,
  [statement, address]: readonly [string, string],
): Promise<string> {
  const { signing } = abilities;
  const account = accountAmong(
    await accountsOf(wallet, kind, abilities),
    (candidate) => candidate.address === address,
    (candidate) => candidate.address,
  );
  const answer = await signing.signMessage({ account, message: new TextEncoder().encode(statement) });
  if (!v.is(signedSchema, answer)) throw new SigningError({ kind: 'failed' });
  return writtenOf(answer[0]);
}

/** "Sign In With Solana": the wallet understands the request and warns about other sites. */
async function signIn(
  wallet: Wallet,
  kind: StandardKind,
  abilities: Abilities,
  [text, address]: readonly [string, string],
): Promise<SignedText> {
  const { readSignInText } = await import('@pmcw/contracts/walletProofs');
  const [said, way] = [readSignInText(text), wallet.features['solana:signIn']];
  if (kind !== 'solana' || said === null || !v.is(signInSchema, way)) {
    return { message: text, signature: await sign(wallet, kind, abilities, [text, address]) };
  }
  const { domain, statement, uri, chainId, nonce, issuedAt, expirationTime } = said;
  const answer = await way.signIn({
    ...{ domain, address, statement, uri, version: '1', chainId, nonce, issuedAt, expirationTime },
  });
  if (!v.is(signedInSchema, answer)) throw new SigningError({ kind: 'failed' });
  const [signed] = answer;
  const message = isOffchain(signed.signedMessage) ? text : new TextDecoder().decode(signed.signedMessage);
  return { message, signature: writtenOf(signed) };
}

function foundOf(wallet: Wallet, kind: StandardKind): FoundWallet | null {
  const abilities = abilitiesOf(wallet, kind);
  if (abilities === null) return null;
  return {
    id: wallet.name,
    name: wallet.name,
    icon: walletIcon(wallet.icon),
    sign: (...what) => askWallet(() => sign(wallet, kind, abilities, what)),
    accounts: () =>
      askWallet(async () => {
        const { network } = featuresOf[kind];
        return (await accountsOf(wallet, kind, abilities)).map(({ address }) => ({ network, address }));
      }),
    signIn: (...what) => askWallet(() => signIn(wallet, kind, abilities, what)),
    chooseAccounts: null,
  };
}

/**
 * Watches for wallets of the Wallet Standard, which register at once or when ready.
 * @returns a function that stops watching
 */
export function watchStandardWallets(kind: StandardKind, onFound: (wallet: FoundWallet) => void): () => void {
  const wallets = getWallets();
  const announce = (...some: readonly Wallet[]) => {
    for (const wallet of some) {
      const found = foundOf(wallet, kind);
      if (found !== null) onFound(found);
    }
  };
  announce(...wallets.get());
  return wallets.on('register', announce);
}
