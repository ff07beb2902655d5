/**
 * The MD5 of the built `/index.html`, its revision in the service worker's list. During a release, a new worker may
 * meet a server with the old page.
 */
export const revisionHeader = 'x-app-revision';
