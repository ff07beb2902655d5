import { expect, it } from 'vitest';
import { usesInBuild } from './builtScripts.ts';
import { Compat } from './compat.ts';
import { findingsInScript } from './findings.ts';
import { minimumOf } from './minimum.ts';

const compat = new Compat(minimumOf(['chrome >= 111', 'firefox >= 128', 'safari >= 16.4']));
const featuresIn = (code: string, other = '') =>
  [
    ...usesInBuild(
      [
        { file: 'a.js', code },
        { file: 'b.js', code: other },
      ],
      compat,
    ).values(),
  ].flatMap((uses) => findingsInScript(uses, compat).map(({ feature }) => feature));

it.each([
  ['URL.canParse(e)', 'api.URL.canParse_static'],
  ['Promise.withResolvers()', 'javascript.builtins.Promise.withResolvers'],
  ['window.requestIdleCallback(e)', 'api.Window.requestIdleCallback'],
  ['requestIdleCallback(e)', 'api.Window.requestIdleCallback'],
  ['navigator.clearAppBadge()', 'api.Navigator.clearAppBadge'],
  ['e.toBase64()', 'javascript.builtins.Uint8Array.toBase64'],
  ['e.union(t)', 'javascript.builtins.Set.union'],
  ['e.showPopover()', 'api.HTMLElement.showPopover'],
])('%s uses %s', (code, feature) => {
  expect(featuresIn(code)).toEqual([feature]);
});

it.each([
  'typeof scheduler<`u`&&scheduler.postTask(e)',
  'typeof scheduler>`u`||scheduler.postTask(e)',
  'typeof URL.canParse==`function`?URL.canParse(e):t(e)',
  'URL.canParse===void 0?t(e):URL.canParse(e)',
  'var URL={};URL.canParse(e)',
  'e.toSorted();new Set(e).has(t)',
  // The name of other things too.
  'e.values().map(n)',
])('finds nothing in %s', (code) => {
  expect(featuresIn(code)).toEqual([]);
});

it('does not report members that the build defines', () => {
  expect(featuresIn('e.showPopover()', 'class t{showPopover(){}}')).toEqual([]);
  expect(featuresIn('e.showPopover()', 't={showPopover:1}')).toEqual([]);
  expect(featuresIn('e.showPopover()', 't.showPopover=1')).toEqual([]);
});
