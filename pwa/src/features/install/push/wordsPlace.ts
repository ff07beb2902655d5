/** The service worker has no texts of its own and reads those in the app's language here. */
export const wordsCache = 'push-words';
/** A key in that cache; the address serves nothing. */
export const wordsAddress = '/push-words';
