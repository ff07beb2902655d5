import * as v from 'valibot';

/** `GET /api/push-key`: by which push services know the product; what browsers call `applicationServerKey`. */
export const pushKeySchema = v.object({
  /** A point on P-256, in base64url. */
  publicKey: v.string(),
});

/** What a push tells the service worker: that somebody wrote. Only the browser that subscribed can read it. */
export const pushPayloadSchema = v.object({
  type: v.literal('message'),
  /** Whose conversation it is; null where the gateway could not learn who that is. */
  from: v.nullable(v.object({ id: v.number(), username: v.string(), fullName: v.string() })),
  messageType: v.picklist(['text', 'voice']),
  /** The beginning of the text; null unless the member wants to see it there. */
  text: v.nullable(v.string()),
  /** ISO 8601. */
  sentAt: v.string(),
});
export type PushPayload = v.InferOutput<typeof pushPayloadSchema>;
