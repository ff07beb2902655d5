import { revisionHeader } from '@pmcw/contracts';
import { describe, expect, it } from 'vitest';
import { ofServer } from '../../base/api/ofServer.forSpecs.ts';
import { sameRelease } from './sameRelease.ts';

const { fetchDidSucceed } = sameRelease([
  { url: 'assets/start-abc.js', revision: null },
  { url: 'index.html', revision: 'new' },
]);
const answer = (path: string, revision?: string) => ({
  request: new Request(`https://pmcw.example${path}`),
  response: new Response('', {
    headers: revision === undefined ? ofServer : { ...ofServer, [revisionHeader]: revision },
  }),
});

describe('a worker being installed', () => {
  it('keeps the page of its own release, and files', async () => {
    for (const given of [answer('/index.html', 'new'), answer('/assets/start-abc.js')]) {
      expect(await fetchDidSucceed(given)).toBe(given.response);
    }
  });

  it.each(['old', undefined])('fails with a page of %s', async (revision) => {
    await expect(fetchDidSucceed(answer('/index.html', revision))).rejects.toThrow('another release');
  });

  it('fails with a file that a Wi-Fi login page sent', async () => {
    const { request } = answer('/assets/start-abc.js');
    await expect(fetchDidSucceed({ request, response: new Response('<html>') })).rejects.toThrow(
      'another server',
    );
  });
});
