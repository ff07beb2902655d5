/**
 * The header by which `/index.html` says of which release it is: the MD5 of the built file, which is also its revision in the
 * service worker's list. While a release goes out, a new worker may meet a server that still has the page of the old one.
 */
export const revisionHeader = 'x-app-revision';
