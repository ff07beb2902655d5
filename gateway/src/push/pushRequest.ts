import type { PushPayload } from '@pmcw/contracts';
import type { PushTarget, VapidKeys } from '@pmcw/vault';
import webPush from 'web-push';

/** How long push services hold a message for an offline browser. */
const keptSeconds = 24 * 60 * 60;

export interface PushIdentity {
  readonly keys: VapidKeys;
  /** An https or mailto address. */
  readonly subject: string;
}

export interface PushRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * Encrypts a payload (RFC 8291) and signs the request (RFC 8292). For an offline browser, newer messages of a
 * conversation replace older ones (`Topic`).
 * @throws Error when the subscription's keys are invalid
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
