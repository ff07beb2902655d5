import { send } from '../../../base/api/client.ts';
import { ApiError, isPassingError } from '../../../base/api/errors.ts';
import { isServerAway } from '../../../base/api/reach.ts';
import { pendingLogout, setPendingLogout } from '../../../members/session/pendingLogout.ts';
import { forgetHint, hintedSession } from '../../../members/session/sessionHint.ts';

/** For a server that answers, but too busy: it does not count as unreachable. */
const againAfterMs = 60_000;

/**
 * Notes a logout that the server must learn of, now or in a later page. Until then this device does not ask for the
 * session.
 */
export function logOutLater(): void {
  setPendingLogout(hintedSession(document.cookie) ?? '');
  forgetHint();
  sendWhenReached();
}

/** Sends a pending logout; retries when the server can be reached, and every minute. */
export async function sendPendingLogout(): Promise<void> {
  const left = pendingLogout();
  if (left === null) return;
  // Any response may have restored the hint. A different one is of a later sign-in, which must not end.
  if ((hintedSession(document.cookie) ?? left) !== left) return setPendingLogout(null);
  try {
    await send('/api/logout', { method: 'POST' });
  } catch (error) {
    const isOver = error instanceof ApiError && error.status < 500 && !isPassingError(error);
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
    clearTimeout(timer);
    void sendPendingLogout();
  };
  const timer = setTimeout(retry, againAfterMs);
  window.addEventListener('online', retry, { signal: stopping.signal });
}
