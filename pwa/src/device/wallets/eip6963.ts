import { evmChainId } from '@pmcw/contracts';
import * as v from 'valibot';
import { proving } from '../../base/words/en/proofs/proving.ts';
import { currentWords } from '../../base/words/words.ts';
import { type FoundWallet, SigningError, type WalletAccount } from './foundWallet.ts';
import { accountAmong, askWallet } from './troubleOf.ts';
import { walletIcon } from './walletIcon.ts';

/** An announcement of EIP-6963. Reads only listed properties, as providers warn about reading others. */
const announcedSchema = v.object({
  info: v.object({ uuid: v.string(), name: v.pipe(v.string(), v.nonEmpty()), icon: v.string() }),
  provider: v.object({ request: v.function() }),
});
type Announced = v.InferInput<typeof announcedSchema>;
const announcementSchema = v.object({ detail: announcedSchema });
/** The page of a wallet's own browser that only offers `window.ethereum`, as before EIP-6963. */
const injectedSchema = v.object({ ethereum: announcedSchema.entries.provider });
/** Announcements come at once, or a little later from extensions. */
const announcedWithinMs = 500;
const accountsSchema = v.array(v.string());

/** Without PMCW, which is a token of BSC. */
const chains = ['ETH', 'BSC', 'MATIC', 'AVAX'] as const;

/** `personal_sign` takes the text's bytes in hex. */
function hexOf(text: string): string {
  const digits = Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0'));
  return `0x${digits.join('')}`;
}

async function accountsOf({ provider }: Announced): Promise<readonly string[]> {
  const answer = await provider.request({ method: 'eth_requestAccounts' });
  return v.is(accountsSchema, answer) ? answer : [];
}

/** Returns the wallet's current network; Ethereum if it is unsupported or unknown. */
async function networkOf({ provider }: Announced): Promise<string> {
  try {
    const chainId = Number(await provider.request({ method: 'eth_chainId' }));
    return chains.find((network) => evmChainId(network) === chainId) ?? 'ETH';
  } catch {
    return 'ETH';
  }
}

/** A key has the same address on each chain, but contracts exist per chain, so the wallet's chain matters. */
async function accountsOnChain(announced: Announced): Promise<readonly WalletAccount[]> {
  const addresses = await accountsOf(announced);
  const network = await networkOf(announced);
  return addresses.map((address) => ({ network, address }));
}

async function sign(announced: Announced, statement: string, address: string): Promise<string> {
  const { provider } = announced;
  const account = accountAmong(
    await accountsOf(announced),
    (candidate) => candidate.toLowerCase() === address.toLowerCase(),
    (candidate) => candidate,
  );
  const signature = await provider.request({ method: 'personal_sign', params: [hexOf(statement), account] });
  if (typeof signature !== 'string') throw new SigningError({ kind: 'failed' });
  return signature;
}

const foundOf = (announced: Announced): FoundWallet => ({
  id: announced.info.uuid,
  name: announced.info.name.trim(),
  icon: walletIcon(announced.info.icon),
  sign: (statement, address) => askWallet(() => sign(announced, statement, address)),
  accounts: () => askWallet(() => accountsOnChain(announced)),
  signIn: (message, address) =>
    askWallet(async () => ({ message, signature: await sign(announced, message, address) })),
  chooseAccounts: () =>
    askWallet(async () => {
      await announced.provider.request({
        method: 'wallet_requestPermissions',
        params: [{ eth_accounts: {} }],
      });
    }),
});

/**
 * Watches for EVM wallets by EIP-6963, which announce themselves at once or when ready. Without any, the wallet of
 * `window.ethereum` is found.
 * @param page the window, on which extensions announce themselves
 * @returns a function that stops watching
 */
export function watchEvmWallets(page: EventTarget, onFound: (wallet: FoundWallet) => void): () => void {
  let isAnnounced = false;
  const onAnnouncement = (event: Event) => {
    if (!v.is(announcementSchema, event)) return;
    isAnnounced = true;
    onFound(foundOf(event.detail));
  };
  const findInjected = () => {
    if (isAnnounced || !v.is(injectedSchema, page)) return;
    const name = currentWords(proving).foundWallets.ofThisBrowser;
    onFound(foundOf({ info: { uuid: 'window.ethereum', name, icon: '' }, provider: page.ethereum }));
  };
  page.addEventListener('eip6963:announceProvider', onAnnouncement);
  // Sent by wallets that are injected late.
  page.addEventListener('ethereum#initialized', findInjected);
  page.dispatchEvent(new Event('eip6963:requestProvider'));
  const timer = setTimeout(findInjected, announcedWithinMs);
  return () => {
    clearTimeout(timer);
    page.removeEventListener('eip6963:announceProvider', onAnnouncement);
    page.removeEventListener('ethereum#initialized', findInjected);
  };
}
