import { isOfServer } from '../../../base/api/ofServer.ts';

/** Short, because the audio element has already waited. */
const patienceMs = 5_000;

/**
 * Whether sound is missing for lack of a connection: no answer of our server, or a failure of it. `navigator.onLine` is
 * true without internet, too.
 */
export async function isAway(address: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(patienceMs);
    const answer = await fetch(address, { method: 'HEAD', signal });
    return !isOfServer(answer) || answer.status >= 500;
  } catch {
    return true;
  }
}
