import * as v from 'valibot';
import { limits } from '../shared/limits.ts';
import { validationTexts as validation } from '../shared/validationTexts.ts';

const keySchema = (length: number) =>
  v.pipe(
    v.string(validation.invalidValue),
    v.regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((length * 4) / 3)}}=*$`), validation.invalidValue),
  );

/** A browser's `PushSubscription` as JSON. */
export const putPushSubscriptionBodySchema = v.object({
  endpoint: v.pipe(v.string(validation.invalidValue), v.maxLength(limits.linkMax, validation.tooLong)),
  keys: v.object({
    /** An uncompressed P-256 point. */
    p256dh: keySchema(65),
    auth: keySchema(16),
  }),
  /** By default unchanged, at first false. */
  showsText: v.optional(v.boolean(validation.invalidValue)),
});
export type PutPushSubscriptionBody = v.InferOutput<typeof putPushSubscriptionBodySchema>;
