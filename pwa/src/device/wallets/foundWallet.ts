import type { Wallet } from '@pmcw/contracts';

export interface FoundWallet {
  readonly id: string;
  readonly name: string;
  /** A `data:` URL; null if it has no usable one. */
  readonly icon: string | null;
  /**
   * Connects, and signs a text with an address's account; the wallet asks the person.
   * @returns the signature in the format of `verifyProof`
   * @throws SigningError
   */
  sign(statement: string, address: string): Promise<string>;
  /**
   * Connects, and returns the addresses that the person shares, the selected one first, on the wallet's network.
   * @throws SigningError
   */
  accounts(): Promise<readonly WalletAccount[]>;
  /**
   * Signs a sign-in text; some wallets write their own from its content.
   * @throws SigningError
   */
  signIn(text: string, address: string): Promise<SignedText>;
  /**
   * Lets the person choose the shared accounts; null if only the wallet offers that.
   * @throws SigningError
   */
  readonly chooseAccounts: (() => Promise<void>) | null;
}

export type WalletAccount = Pick<Wallet, 'network' | 'address'>;

/** The exact text that was signed; the signature is in the format of `verifyProof`. */
export interface SignedText {
  readonly message: string;
  readonly signature: string;
}

export type SigningTrouble =
  | { readonly kind: 'declined' | 'busy' | 'noAccount' | 'failed' }
  /** The wallet has another account selected. */
  | { readonly kind: 'otherAccount'; readonly selected: string };

export class SigningError extends Error {
  override readonly name = 'SigningError';
  readonly trouble: SigningTrouble;

  constructor(trouble: SigningTrouble, cause?: unknown) {
    super(trouble.kind, { cause });
    this.trouble = trouble;
  }
}
