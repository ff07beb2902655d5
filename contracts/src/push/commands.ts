import * as v from 'valibot';
import { limits } from '../shared/limits.ts';
import { validationTexts } from '../shared/validationTexts.ts';

const say = validationTexts;

/** Bytes in base64url, as browsers give keys. */
const keySchema = (length: number) =>
  v.pipe(
    v.string(say.invalidValue),
    v.regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((length * 4) / 3)}}=*$`), say.invalidValue),
  );

/** Body of `PUT /api/push-subscription`: a `PushSubscription` of the browser as JSON, and what is to be shown there. */
export const putPushSubscriptionBodySchema = v.object({
  /** At a push service that the product knows (`isPushEndpoint`). */
  endpoint: v.pipe(v.string(say.invalidValue), v.maxLength(limits.linkMax, say.tooLong)),
  keys: v.object({
    /** A point on P-256, uncompressed. */
    p256dh: keySchema(65),
    auth: keySchema(16),
  }),
  /** Whether notifications show what messages say; as it was when missing, no at first. */
  showsText: v.optional(v.boolean(say.invalidValue)),
});
export type PutPushSubscriptionBody = v.InferOutput<typeof putPushSubscriptionBodySchema>;
