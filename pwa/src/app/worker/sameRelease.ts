import { revisionHeader } from '@pmcw/contracts';

/** What a worker is built with: the files that it keeps. */
type Manifest = readonly (string | { readonly url: string; readonly revision?: string | null })[];

/**
 * Lets a worker keep no page of another release: it would show that one for good, and never ask again. Where it meets one, while
 * servers change over, it is not installed, and the browser tries anew at its next look.
 */
export function sameRelease(manifest: Manifest) {
  const page = manifest.find((entry) => typeof entry !== 'string' && entry.url === 'index.html');
  const own = typeof page === 'object' ? page.revision : undefined;
  return {
    fetchDidSucceed: async ({ request, response }: { request: Request; response: Response }) => {
      const isPage = new URL(request.url).pathname === '/index.html';
      if (isPage && response.headers.get(revisionHeader) !== own) {
        throw new Error('The server has the page of another release');
      }
      return response;
    },
  };
}
