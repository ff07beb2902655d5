import { type Deletion, type Receipt, receiptPath, receiptSchema } from '@pmcw/contracts';
import * as v from 'valibot';
import type { ServiceLogger } from '../serviceLogger.ts';

/** Signs a receipt of a deletion; null when there is none to be had. */
export type ReceiptOf = (deletion: Deletion) => Promise<Receipt | null>;

/** How long a member who leaves waits for the receipt, in milliseconds. */
const patienceMs = 3_000;

/**
 * Asks the notary in another process.
 * @throws Error when it does not answer in time, or not with a receipt
 */
export function receiptsFrom(address: string, secret: string): ReceiptOf {
  return async (deletion) => {
    const answer = await fetch(address + receiptPath, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify(deletion),
      signal: AbortSignal.timeout(patienceMs),
    });
    if (!answer.ok) throw new Error(`The notary answered ${answer.status}`);
    return v.parse(receiptSchema, await answer.json());
  };
}

/** Never rejects: an account is deleted with a receipt or without one. */
export function neverFailing(receiptOf: ReceiptOf, logger: ServiceLogger): ReceiptOf {
  return async (deletion) => {
    try {
      return await receiptOf(deletion);
    } catch (error) {
      logger.error({ err: error }, 'a member who left got no receipt');
      return null;
    }
  };
}
