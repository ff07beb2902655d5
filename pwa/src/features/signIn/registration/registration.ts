import {
  addWalletBodySchema,
  newcomerFormSchema,
  registrationFormSchema,
  validationTexts,
} from '@pmcw/contracts';
import * as v from 'valibot';
import { send } from '../../../base/api/client.ts';
import { auth } from '../../../base/words/en/signIn/auth.ts';
import { currentWords } from '../../../base/words/words.ts';

const network = 'PMCW';

const isAddressOrNone = ({ pmcwWalletAddress: address }: { readonly pmcwWalletAddress: string }) =>
  address === '' || v.is(addWalletBodySchema, { network, address });

/**
 * A given PMCW wallet must be valid: the request that would refuse it runs after the registration, when no one would
 * see the reason (spec §7).
 */
export const registrationSchema = v.pipe(
  registrationFormSchema,
  v.forward(v.partialCheck([['pmcwWalletAddress']], isAddressOrNone, validationTexts.walletAddressInvalid), [
    'pmcwWalletAddress',
  ]),
);

export const newcomerSchema = v.pipe(
  newcomerFormSchema,
  v.forward(v.partialCheck([['pmcwWalletAddress']], isAddressOrNone, validationTexts.walletAddressInvalid), [
    'pmcwWalletAddress',
  ]),
);

export const emptyNewcomer: v.InferInput<typeof newcomerSchema> = {
  fullName: '',
  username: '',
  email: '',
  telegramHandle: '',
  userType: 'General User',
  pmcwWalletAddress: '',
  requestVerification: false,
  terms: false,
};

/** Failures are only logged (spec §7). */
export async function listPmcwWallet(address: string): Promise<void> {
  try {
    await send('/api/wallet-addresses', { method: 'POST', body: { network, address } });
  } catch (error) {
    console.error('The PMCW wallet of a new member could not be listed', error);
  }
}

/** Failures are only logged (spec §7). */
export async function askForVerification(userId: number): Promise<void> {
  try {
    const message = currentWords(auth).verificationMessage;
    await send('/api/verification-requests', { method: 'POST', body: { userId, message } });
  } catch (error) {
    console.error('The verification of a new member could not be requested', error);
  }
}
