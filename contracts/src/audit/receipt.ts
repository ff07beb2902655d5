import * as v from 'valibot';
import { positionSchema, timestampSchema, userIdSchema } from '../shared/scalars.ts';
import { checkpointSchema, signatureSchema } from './checkpoint.ts';

/** Of a deleted account. */
export const erasedKinds = [
  'name, email address, Telegram handle, bio, wallet addresses and social links: the key that opens them in the log',
  'password, sessions, devices, drafts and subscriptions to notifications',
  'messages that were written, but for their place in the log',
  'images and voice messages',
] as const;

export const receiptPartSchema = v.object({
  memberId: userIdSchema,
  position: positionSchema,
  engine: v.string(),
  time: timestampSchema,
  /** Not `erased` if something was unavailable: the rest is erased as soon as it is back. */
  state: v.picklist(['erased', 'begun']),
  erased: v.array(v.string()),
  /** When a checkpoint that includes the deletion is due. */
  checkpointBy: timestampSchema,
  /** The newest checkpoint at the time of signing; null before the first. */
  checkpoint: v.nullable(checkpointSchema),
});
export type ReceiptPart = v.InferOutput<typeof receiptPartSchema>;

export const deletionSchema = v.pick(receiptPartSchema, ['memberId', 'position', 'state']);
export type Deletion = v.InferOutput<typeof deletionSchema>;

/** Of a notary; never forwarded by a proxy. */
export const receiptPath = '/internal/receipts';

/** Answer to `DELETE /api/user/account`. */
export const receiptSchema = v.object({
  ...receiptPartSchema.entries,
  /** Ed25519 over `textOfReceipt`, Base64. */
  signature: signatureSchema,
});
export type Receipt = v.InferOutput<typeof receiptSchema>;

/** The signed text: a header line, then one line of JSON per field. */
export function textOfReceipt(part: ReceiptPart): string {
  const { memberId, position, engine, time, state, erased, checkpointBy, checkpoint } = part;
  const { size, root, signature } = checkpoint ?? { size: 0, root: '', signature: '' };
  const fields = [memberId, position, engine, time, state, erased, checkpointBy, size, root, signature];
  return `PMCW receipt v1\n${fields.map((field) => `${JSON.stringify(field)}\n`).join('')}`;
}

export function receiptIn(text: string): Receipt | null {
  const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), receiptSchema), text);
  return success ? output : null;
}
