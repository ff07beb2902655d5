import { revisionHeader } from '@pmcw/contracts';
import { isOfServer } from '../../base/api/ofServer.ts';

type Manifest = readonly (string | { readonly url: string; readonly revision?: string | null })[];

/**
 * Prevents a worker from caching a page of another release, or a file that our server did not send, which it would then
 * serve permanently. During a rollout the installation fails, and the browser retries at its next check.
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
      if (!isPage && !isOfServer(response)) throw new Error('A file of the app came from another server');
      return response;
    },
  };
}
