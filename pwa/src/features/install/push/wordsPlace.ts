/** Where the service worker, which has no words of its own, finds those of the language that the app speaks. */
export const wordsCache = 'push-words';
/** Their address in that cache; nothing is served there. */
export const wordsAddress = '/push-words';
