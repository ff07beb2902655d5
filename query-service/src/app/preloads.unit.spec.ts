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
const script = (name: string) => `<link rel="modulepreload" crossorigin href="/assets/${name}" />`;
const answer = (path: string) =>
  `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${path}" />`;

describe('what is loaded with a page', () => {
  it('is what its screen needs, and the public answer that it asks for', () => {
    expect(links('/')).toEqual([
      '<link rel="stylesheet" crossorigin href="/assets/Landing-1.css" />',
      script('Landing-1.js'),
      script('members-1.js'),
      answer('/api/featured-users'),
    ]);
    expect(links('/directory/')).toEqual([script('Directory-1.js'), answer('/api/directory')]);
    expect(links('/a/b/c')).toEqual([script('NotFound-1.js')]);
  });

  it('of a directory that is filtered is no answer, for the app alone knows which', () => {
    expect(links('/directory', 200, true)).toEqual([script('Directory-1.js')]);
  });

  it('of a profile is its answer at exactly the address that the app asks', () => {
    expect(links('/profile/Ada_1/')).toEqual([script('Profile-1.js'), answer('/api/profile/ada_1')]);
  });

  it('of a member who is not there is the screen that says so', () => {
    expect(links('/Ada_1', 404)).toEqual([script('Profile-1.js')]);
  });

  it('is nothing for a screen that the build did not note', () => {
    expect(links('/terms')).toEqual([]);
    expect(preloadLinks({}, destinationOf('/privacy'), { status: 200, hasQuery: false })).toEqual([]);
  });
});
