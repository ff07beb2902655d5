import * as v from 'valibot';
import { SigningError, type SigningTrouble } from './foundWallet.ts';

const codedSchema = v.object({ code: v.union([v.number(), v.string()]) });
const saidSchema = v.object({ message: v.string() });

/** EIP-1193: the person declined. */
const rejected = 4001;
/** EIP-1474: such a request is already pending in the wallet. */
const pending = -32002;

function troubleOf(error: unknown): SigningTrouble {
  const code = v.is(codedSchema, error) ? error.code : null;
  if (code === rejected) return { kind: 'declined' };
  if (code === pending) return { kind: 'busy' };
  // The Wallet Standard has no codes, so wallets use words.
  const message = v.is(saidSchema, error) ? error.message : '';
  return { kind: /reject|denied|decline|cancell?ed/i.test(message) ? 'declined' : 'failed' };
}

function signingErrorOf(error: unknown): SigningError {
  return error instanceof SigningError ? error : new SigningError(troubleOf(error), error);
}

/** @throws SigningError for any error */
export async function askWallet<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw signingErrorOf(error);
  }
}

/**
 * Finds the account of an address among those that a wallet shares.
 * @param addressOf names the selected account in the error
 * @throws SigningError if there is none
 */
export function accountAmong<Account>(
  accounts: readonly Account[],
  isIt: (account: Account) => boolean,
  addressOf: (account: Account) => string,
): Account {
  const account = accounts.find(isIt);
  if (account !== undefined) return account;
  const [selected] = accounts;
  throw new SigningError(
    selected === undefined ? { kind: 'noAccount' } : { kind: 'otherAccount', selected: addressOf(selected) },
  );
}
