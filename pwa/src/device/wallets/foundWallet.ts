import type { Wallet } from '@pmcw/contracts';

/** A wallet that was found in this browser, for one kind of address. */
export interface FoundWallet {
  readonly id: string;
  /** What it calls itself. */
  readonly name: string;
  /** A picture as a `data:` address; null where it has none that can be shown. */
  readonly icon: string | null;
  /**
   * Connects to it, and has it sign a text with the account of an address. The person is asked by the wallet itself.
   * @returns the signature, as `verifyProof` reads it
   * @throws SigningError
   */
  sign(statement: string, address: string): Promise<string>;
  /**
   * Connects to it, and tells which addresses the person lets this site see, the selected one first, each on the network that the wallet
   * is open with.
   * @throws SigningError
   */
  accounts(): Promise<readonly WalletAccount[]>;
  /**
   * Has it sign a text by which its account signs in, as the wallet writes it: some write it themselves, by what the text says.
   * @throws SigningError
   */
  signIn(text: string, address: string): Promise<SignedText>;
  /** Has the wallet ask which accounts this site may see; null where that is chosen in the wallet alone. @throws SigningError */
  readonly chooseAccounts: (() => Promise<void>) | null;
}

/** An address of a wallet, on one of our networks. */
export type WalletAccount = Pick<Wallet, 'network' | 'address'>;

/** A text that a wallet signed, to the letter, and its signature, as `verifyProof` reads it. */
export interface SignedText {
  readonly message: string;
  readonly signature: string;
}

/** Why a wallet did not sign. */
export type SigningTrouble =
  | { readonly kind: 'declined' | 'busy' | 'noAccount' | 'failed' }
  /** It is open with another account than the one of the address. */
  | { readonly kind: 'otherAccount'; readonly selected: string };

/** A wallet did not sign. */
export class SigningError extends Error {
  override readonly name = 'SigningError';
  readonly trouble: SigningTrouble;

  /** @param cause what the wallet threw, if it did */
  constructor(trouble: SigningTrouble, cause?: unknown) {
    super(trouble.kind, { cause });
    this.trouble = trouble;
  }
}
