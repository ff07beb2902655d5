import {
  addWalletBodySchema,
  newcomerFormSchema,
  registrationFormSchema,
  validationTexts,
} from '@pmcw/contracts';
import * as v from 'valibot';
import { send } from '../../base/api/client.ts';
import { auth } from '../../base/words/en/auth.ts';
import { currentWords } from '../../base/words/words.ts';

const network = 'PMCW';

/** Whether the PMCW wallet of a form is none, or an address. */
const isAddressOrNone = ({ pmcwWalletAddress: address }: { readonly pmcwWalletAddress: string }) =>
  address === '' || v.is(addWalletBodySchema, { network, address });

/**
 * The registration form. A PMCW wallet that is given must be an address: the request that would refuse it is only made once the
 * member is there, and then nobody would see why (spec §7).
 */
export const registrationSchema = v.pipe(
  registrationFormSchema,
  v.forward(v.partialCheck([['pmcwWalletAddress']], isAddressOrNone, validationTexts.walletAddressInvalid), [
    'pmcwWalletAddress',
  ]),
);

/** The same but for its passwords. */
export const newcomerSchema = v.pipe(
  newcomerFormSchema,
  v.forward(v.partialCheck([['pmcwWalletAddress']], isAddressOrNone, validationTexts.walletAddressInvalid), [
    'pmcwWalletAddress',
  ]),
);

/** What the form begins with, but for its passwords. */
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

/** Lists the PMCW wallet of a new member; a failure is only logged (spec §7). */
export async function listPmcwWallet(address: string): Promise<void> {
  try {
    await send('/api/wallet-addresses', { method: 'POST', body: { network, address } });
  } catch (error) {
    console.error('The PMCW wallet of the registration could not be listed', error);
  }
}

/** Asks administrators to verify a new member; a failure is only logged (spec §7). */
export async function askForVerification(userId: number): Promise<void> {
  try {
    const message = currentWords(auth).verificationMessage;
    await send('/api/verification-requests', { method: 'POST', body: { userId, message } });
  } catch (error) {
    console.error('The verification that the registration asked for could not be requested', error);
  }
}
