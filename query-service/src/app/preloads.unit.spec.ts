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
const preloadsOf = (...of: Parameters<typeof links>) => links(...of).preloads;
const script = (name: string) => `<link rel="modulepreload" crossorigin href="/assets/${name}" />`;
const answer = (path: string) =>
  `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${path}" />`;

describe('what is loaded with a page', () => {
  it('is what its screen needs, and the public answer that it asks for', () => {
    expect(links('/')).toEqual({
      styles: ['<link rel="stylesheet" crossorigin href="/assets/Landing-1.css" />'],
      preloads: [script('Landing-1.js'), script('members-1.js'), answer('/api/featured-users')],
    });
    expect(preloadsOf('/directory/')).toEqual([script('Directory-1.js'), answer('/api/directory')]);
    expect(preloadsOf('/a/b/c')).toEqual([script('NotFound-1.js')]);
  });

  it('of a directory that is filtered is no answer, for the app alone knows which', () => {
    expect(preloadsOf('/directory', 200, true)).toEqual([script('Directory-1.js')]);
  });

  it('of a profile is its answer at exactly the address that the app asks', () => {
    expect(preloadsOf('/profile/Ada_1/')).toEqual([script('Profile-1.js'), answer('/api/profile/ada_1')]);
  });

  it('of a member who is not there is the screen that says so', () => {
    expect(preloadsOf('/Ada_1', 404)).toEqual([script('Profile-1.js')]);
  });

  it('is nothing for a screen that the build did not note', () => {
    expect(links('/terms')).toEqual({ styles: [], preloads: [] });
    const options = { status: 200, hasQuery: false };
    expect(preloadLinks({}, destinationOf('/privacy'), options)).toEqual({ styles: [], preloads: [] });
  });
});
