import { install } from '../../../base/words/en/install/install.ts';
import { currentWords } from '../../../base/words/words.ts';
import { wordsAddress, wordsCache } from './pushWordsCache.ts';

/** Stores texts for the service worker. */
export async function storePushWords(): Promise<void> {
  const { message, voice } = currentWords(install).push;
  const cache = await caches.open(wordsCache);
  const headers = { 'content-type': 'application/json' };
  // `Response.json` is newer than the oldest supported browsers.
  await cache.put(wordsAddress, new Response(JSON.stringify({ message, voice }), { headers }));
}
