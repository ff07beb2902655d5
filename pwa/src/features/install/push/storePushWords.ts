import { install } from '../../../base/words/en/install/install.ts';
import { currentWords } from '../../../base/words/words.ts';
import { rememberedUser } from '../../../device/offline/rememberedUser.ts';
import { pushWordsAddress, pushWordsCache } from '../../../device/offline/stores.ts';

/** Stores texts for the service worker, and whose database it may read. */
export async function storePushWords(): Promise<void> {
  const { message, voice, obsolete } = currentWords(install).push;
  const user = rememberedUser();
  const owner = user && { id: user.id, createdAt: user.createdAt };
  const cache = await caches.open(pushWordsCache);
  const headers = { 'content-type': 'application/json' };
  // `Response.json` is newer than the oldest supported browsers.
  await cache.put(
    pushWordsAddress,
    new Response(JSON.stringify({ message, voice, obsolete, owner }), { headers }),
  );
}
