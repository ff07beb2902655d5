/** Our server's answers for recordings; others come from something in between. */
const spokenByServer = [200, 206, 404, 416];
/** Short, because the audio element has already waited. */
const patienceMs = 5_000;

/**
 * Whether sound is missing for lack of a connection: no answer, a server error or a Wi-Fi login page.
 * `navigator.onLine` is true without internet, too.
 */
export async function isAway(address: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(patienceMs);
    const { status, headers } = await fetch(address, { method: 'HEAD', signal });
    const isPage = status === 200 && (headers.get('content-type') ?? '').startsWith('text/html');
    return isPage || !spokenByServer.includes(status);
  } catch {
    return true;
  }
}
