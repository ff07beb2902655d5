import { describe, expect, it } from 'vitest';
import { type Preloads, preloadLinks } from './preloads.ts';
import { destinationOf } from './screens.ts';

const preloads: Preloads = {
  '/': { scripts: ['/assets/Landing-1.js', '/assets/members-1.js'], styles: ['/assets/Landing-1.css'] },
  '/directory': { scripts: ['/assets/Directory-1.js'], styles: [] },
  profile: { scripts: ['/assets/Profile-1.js'], styles: [] },
  nothing: { scripts: ['/assets/NotFound-1.js'], styles: [] },
};
const links = (path: string, status = 200, hasQuery = false) =>
  preloadLinks(preloads, destinationOf(path), { status, hasQuery });
const preloadsOf = (...of: Parameters<typeof links>) => {
  const { scripts, answers } = links(...of);
  return [...answers, ...scripts];
};
const script = (name: string) => `<link rel="modulepreload" crossorigin href="/assets/${name}" />`;
const answer = (path: string) =>
  `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${path}" />`;

describe('the preloads of a page', () => {
  it('are the files of its screen, and its first public request', () => {
    expect(links('/')).toEqual({
      styles: ['<link rel="stylesheet" crossorigin href="/assets/Landing-1.css" />'],
      scripts: [script('Landing-1.js'), script('members-1.js')],
      answers: [answer('/api/featured-users')],
    });
    expect(preloadsOf('/directory/')).toEqual([answer('/api/directory'), script('Directory-1.js')]);
    expect(preloadsOf('/a/b/c')).toEqual([script('NotFound-1.js')]);
  });

  it('have no request for a filtered directory, because only the app knows it', () => {
    expect(preloadsOf('/directory', 200, true)).toEqual([script('Directory-1.js')]);
  });

  it('have the profile’s request at exactly the address that the app uses', () => {
    expect(preloadsOf('/profile/Ada_1/')).toEqual([answer('/api/profile/ada_1'), script('Profile-1.js')]);
  });

  it('are those of the not-found screen for a missing member', () => {
    expect(preloadsOf('/Ada_1', 404)).toEqual([script('Profile-1.js')]);
  });

  it('are empty for a screen that the build did not record', () => {
    const none = { styles: [], scripts: [], answers: [] };
    expect(links('/terms')).toEqual(none);
    const options = { status: 200, hasQuery: false };
    expect(preloadLinks({}, destinationOf('/privacy'), options)).toEqual(none);
  });
});
