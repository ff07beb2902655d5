/** What the server says of a recording that can't be heard; anything else comes from whoever is in between. */
const spokenByServer = [200, 206, 404, 416];
/** The audio element has waited before. */
const patienceMs = 5_000;

/**
 * Whether it is for want of a connection that an address gave no sound: no answer, one of a server in trouble, or the page
 * of whoever gives out Wi-Fi. The browser's own word is not asked: it calls a line without a server a network.
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
