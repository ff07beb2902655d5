/** The service worker has no texts of its own and reads those in the app's language here. */
export const wordsCache = 'push-words';
export const wordsAddress = '/push-words';
