import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ownScript } from './trustedScripts.ts';

const origin = 'https://pmcw.example';
beforeEach(() => void vi.stubEnv('DEV', false));
afterEach(() => vi.unstubAllEnvs());

it.each([
  ['/sw.js', `${origin}/sw.js`],
  ['/assets/renderWorker-CLDMk4pz.js', `${origin}/assets/renderWorker-CLDMk4pz.js`],
  [`${origin}/assets/sender-CxDCJzlX.js`, `${origin}/assets/sender-CxDCJzlX.js`],
])('%s is a script of the app', (address, href) => {
  expect(ownScript(address, origin)).toBe(href);
});

it.each([
  'https://evil.example/sw.js',
  '//evil.example/assets/a.js',
  'data:text/javascript,alert(1)',
  'blob:https://pmcw.example/1',
  'javascript:alert(1)',
  '/media/0123',
  '/api/user',
  '/assets/../media/0123.js',
  '/assets/icon.svg',
  '/other/sw.js',
])('%s is not', (address) => {
  expect(() => ownScript(address, origin)).toThrow(TypeError);
});
