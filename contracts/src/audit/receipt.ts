import * as v from 'valibot';
import { positionSchema, timestampSchema, userIdSchema } from '../shared/scalars.ts';
import { checkpointSchema, signatureSchema } from './checkpoint.ts';

/** What deleting an account erases for good: the same for everybody. */
export const erasedKinds = [
  'name, email address, Telegram handle, bio, wallet addresses and social links: the key that opens them in the log',
  'password, sessions, devices, drafts and subscriptions to notifications',
  'messages that were written, but for their place in the log',
  'images and voice messages',
] as const;

/** What a receipt says, and its signature vouches for. */
export const receiptPartSchema = v.object({
  memberId: userIdSchema,
  /** Of the event that the account was deleted by, in the engine's own count. */
  position: positionSchema,
  engine: v.string(),
  time: timestampSchema,
  /** `begun` where something was away just then: what is left is erased as soon as it is back. */
  state: v.picklist(['erased', 'begun']),
  erased: v.array(v.string()),
  /** By when a checkpoint is to be signed that is over the deletion. */
  checkpointBy: timestampSchema,
  /** The newest checkpoint when this was signed, which may not be over the deletion yet; null before the first. */
  checkpoint: v.nullable(checkpointSchema),
});
export type ReceiptPart = v.InferOutput<typeof receiptPartSchema>;

/** A deletion that stands: what a receipt is asked for with. The rest of it says the log. */
export const deletionSchema = v.pick(receiptPartSchema, ['memberId', 'position', 'state']);
export type Deletion = v.InferOutput<typeof deletionSchema>;

/** Where a notary gives receipts of deletions (`deletionSchema`) to command services; never forwarded by a proxy. */
export const receiptPath = '/internal/receipts';

/** What a member has in their hands after they deleted their account: `DELETE /api/user/account`. */
export const receiptSchema = v.object({
  ...receiptPartSchema.entries,
  /** Ed25519 over `textOfReceipt`, Base64. */
  signature: signatureSchema,
});
export type Receipt = v.InferOutput<typeof receiptSchema>;

/** The text that is signed: a line for what it is, and one for each field, as JSON. */
export function textOfReceipt(part: ReceiptPart): string {
  const { memberId, position, engine, time, state, erased, checkpointBy, checkpoint } = part;
  const { size, root, signature } = checkpoint ?? { size: 0, root: '', signature: '' };
  const fields = [memberId, position, engine, time, state, erased, checkpointBy, size, root, signature];
  return `PMCW receipt v1\n${fields.map((field) => `${JSON.stringify(field)}\n`).join('')}`;
}

/** The receipt in the text of a file; null when it is none. */
export function receiptIn(text: string): Receipt | null {
  const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), receiptSchema), text);
  return success ? output : null;
}
