import * as v from 'valibot';
import { SigningError, type SigningTrouble } from './foundWallet.ts';

const codedSchema = v.object({ code: v.union([v.number(), v.string()]) });
const saidSchema = v.object({ message: v.string() });

/** EIP-1193: the person said no. */
const rejected = 4001;
/** Of EIP-1474: a request of this kind waits in the wallet already. */
const pending = -32002;

function troubleOf(error: unknown): SigningTrouble {
  const code = v.is(codedSchema, error) ? error.code : null;
  if (code === rejected) return { kind: 'declined' };
  if (code === pending) return { kind: 'busy' };
  // The Wallet Standard has no codes: wallets say it in words.
  const message = v.is(saidSchema, error) ? error.message : '';
  return { kind: /reject|denied|decline|cancell?ed/i.test(message) ? 'declined' : 'failed' };
}

/** Why a wallet did not sign, from whatever it threw. */
export function signingErrorOf(error: unknown): SigningError {
  return error instanceof SigningError ? error : new SigningError(troubleOf(error), error);
}

/** Does what asks a wallet. @throws SigningError in place of whatever it throws */
export async function asking<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw signingErrorOf(error);
  }
}

/**
 * Which of the accounts that a wallet shows is the one of an address.
 * @param isIt whether an account is
 * @param addressOf what the account of another address is called by
 * @throws SigningError when none is
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
