import { send } from '../../../base/api/client.ts';
import { ApiError } from '../../../base/api/errors.ts';
import { isServerAway } from '../../../base/api/reach.ts';
import { owedLogout, oweLogout } from '../../../members/session/owedLogout.ts';
import { forgetHint, hintedSession } from '../../../members/session/traces.ts';

/**
 * Notes that the server has to hear of a log-out, and tells it as soon as it can be reached, in this page or in a later one. Until
 * then nothing here asks who is signed in.
 */
export function logOutLater(): void {
  oweLogout(hintedSession(document.cookie) ?? '');
  forgetHint();
  payWhenReached();
}

/** Tells the server of a log-out that it could not hear, now or when it is back. */
export async function payLogout(): Promise<void> {
  const left = owedLogout();
  if (left === null) return;
  // Any answer may have brought the hint back. Another one is of somebody who has signed in since: theirs must not end.
  if ((hintedSession(document.cookie) ?? left) !== left) return oweLogout(null);
  try {
    await send('/api/logout', { method: 'POST' });
  } catch (error) {
    const isOver = error instanceof ApiError && error.status < 500;
    if (!isOver) return payWhenReached();
  }
  forgetHint();
  oweLogout(null);
}

function payWhenReached(): void {
  const stopping = new AbortController();
  const stop = isServerAway.subscribe(() => !isServerAway.get() && pay());
  const pay = () => {
    stopping.abort();
    stop();
    void payLogout();
  };
  window.addEventListener('online', pay, { signal: stopping.signal });
}
