import type { PushPayload } from '@pmcw/contracts';
import type { PushTarget, VapidKeys } from '@pmcw/vault';
import webPush from 'web-push';

/** How long a push service keeps a message for a browser that is away, in seconds: older ones are read in the app. */
const keptSeconds = 24 * 60 * 60;

/** By whom pushes are sent. */
export interface PushIdentity {
  readonly keys: VapidKeys;
  /** Where push services find who is responsible: an https or mailto address. */
  readonly subject: string;
}

/** A request to a push service, ready to be sent. */
export interface PushRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * Encrypts a payload for one browser (RFC 8291) and signs the request (RFC 8292). While the browser is away, a newer message
 * of the same conversation takes the place of this one (`Topic`).
 * @throws Error when the keys of the subscription are none
 */
export function pushRequestOf(payload: PushPayload, target: PushTarget, identity: PushIdentity): PushRequest {
  const { endpoint, p256dh, auth } = target;
  const { from } = payload;
  const details = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(payload),
    {
      TTL: keptSeconds,
      urgency: 'high',
      topic: from === null ? 'messages' : `conversation-${from.id}`,
      contentEncoding: 'aes128gcm',
      vapidDetails: { ...identity.keys, subject: identity.subject },
    },
  );
  const { 'Content-Length': _, ...headers } = details.headers;
  const texts = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
  return { url: endpoint, headers: Object.fromEntries(texts), body: details.body };
}
