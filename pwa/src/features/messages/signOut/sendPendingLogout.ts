import { send } from '../../../base/api/client.ts';
import { ApiError } from '../../../base/api/errors.ts';
import { isServerAway } from '../../../base/api/reach.ts';
import { pendingLogout, setPendingLogout } from '../../../members/session/pendingLogout.ts';
import { forgetHint, hintedSession } from '../../../members/session/sessionHint.ts';

/**
 * Notes a logout that the server must learn of, now or in a later page. Until then this device does not ask for the
 * session.
 */
export function logOutLater(): void {
  setPendingLogout(hintedSession(document.cookie) ?? '');
  forgetHint();
  sendWhenReached();
}

/** Sends a pending logout; retries when the server can be reached. */
export async function sendPendingLogout(): Promise<void> {
  const left = pendingLogout();
  if (left === null) return;
  // Any response may have restored the hint. A different one is of a later sign-in, which must not end.
  if ((hintedSession(document.cookie) ?? left) !== left) return setPendingLogout(null);
  try {
    await send('/api/logout', { method: 'POST' });
  } catch (error) {
    const isOver = error instanceof ApiError && error.status < 500;
    if (!isOver) return sendWhenReached();
  }
  forgetHint();
  setPendingLogout(null);
}

function sendWhenReached(): void {
  const stopping = new AbortController();
  const stop = isServerAway.subscribe(() => !isServerAway.get() && retry());
  const retry = () => {
    stopping.abort();
    stop();
    void sendPendingLogout();
  };
  window.addEventListener('online', retry, { signal: stopping.signal });
}
