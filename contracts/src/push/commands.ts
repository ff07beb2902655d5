import * as v from 'valibot';
import { limits } from '../shared/limits.ts';
import { validationTexts } from '../shared/validationTexts.ts';

const say = validationTexts;

const keySchema = (length: number) =>
  v.pipe(
    v.string(say.invalidValue),
    v.regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((length * 4) / 3)}}=*$`), say.invalidValue),
  );

/** `PUT /api/push-subscription`: a browser's `PushSubscription` as JSON. */
export const putPushSubscriptionBodySchema = v.object({
  /** At a known push service (`isPushEndpoint`). */
  endpoint: v.pipe(v.string(say.invalidValue), v.maxLength(limits.linkMax, say.tooLong)),
  keys: v.object({
    /** An uncompressed P-256 point. */
    p256dh: keySchema(65),
    auth: keySchema(16),
  }),
  /** Whether notifications show message texts; by default unchanged, at first false. */
  showsText: v.optional(v.boolean(say.invalidValue)),
});
export type PutPushSubscriptionBody = v.InferOutput<typeof putPushSubscriptionBodySchema>;
