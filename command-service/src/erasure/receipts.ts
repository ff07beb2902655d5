import { type Deletion, type Receipt, receiptPath, receiptSchema } from '@pmcw/contracts';
import type { Logger } from '@pmcw/resilience';
import * as v from 'valibot';

/** Null if none can be signed. */
export type ReceiptOf = (deletion: Deletion) => Promise<Receipt | null>;

const patienceMs = 3_000;

/** @throws Error without a receipt in time */
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

/** Members can leave without a receipt, too. */
export function neverFailing(receiptOf: ReceiptOf, logger: Logger): ReceiptOf {
  return async (deletion) => {
    try {
      return await receiptOf(deletion);
    } catch (error) {
      logger.error({ err: error }, 'a member who left got no receipt');
      return null;
    }
  };
}
