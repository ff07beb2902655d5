/**
 * Header with the release of `/index.html`: the MD5 of the built file, which is its revision in the service worker's
 * list. During a release, a new worker may meet a server with the old page.
 */
export const revisionHeader = 'x-app-revision';
