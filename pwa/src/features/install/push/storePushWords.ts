import { install } from '../../../base/words/en/install/install.ts';
import { currentWords } from '../../../base/words/words.ts';
import { pushWordsAddress, pushWordsCache } from '../../../device/offline/stores.ts';

/** Stores texts for the service worker. */
export async function storePushWords(): Promise<void> {
  const { message, voice } = currentWords(install).push;
  const cache = await caches.open(pushWordsCache);
  const headers = { 'content-type': 'application/json' };
  // `Response.json` is newer than the oldest supported browsers.
  await cache.put(pushWordsAddress, new Response(JSON.stringify({ message, voice }), { headers }));
}
