import * as v from 'valibot';

/** The `applicationServerKey` for browsers. */
export const pushKeySchema = v.object({
  /** A P-256 point, in base64url. */
  publicKey: v.string(),
});

/** A push for the service worker; only the subscribed browser can read it. */
export const pushPayloadSchema = v.object({
  type: v.literal('message'),
  id: v.string(),
  senderId: v.number(),
  position: v.string(),
  /** Null if unknown. */
  from: v.nullable(v.object({ id: v.number(), username: v.string(), fullName: v.string() })),
  messageType: v.picklist(['text', 'voice']),
  /** Null unless the member wants to see it. */
  text: v.nullable(v.string()),
  sentAt: v.string(),
});
export type PushPayload = v.InferOutput<typeof pushPayloadSchema>;
