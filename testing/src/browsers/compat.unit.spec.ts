import { expect, it } from 'vitest';
import { Compat } from './compat.ts';
import { minimumOf, minimumOfApp } from './minimum.ts';

it('names the browsers that lack a feature, and since when they have it', () => {
  const compat = new Compat(minimumOf(['chrome >= 119', 'firefox >= 115', 'safari >= 16.6']));
  expect(compat.missing('api.URL.canParse_static')?.since).toBe('Chrome 120, Chrome Android 120, Safari 17');
  expect(
    new Compat(minimumOf(['chrome >= 120', 'safari >= 17'])).missing('api.URL.canParse_static'),
  ).toBeNull();
  expect(compat.missing('api.Nothing')).toBeNull();
});

it('compares versions by number', () => {
  const missing = (version: string) =>
    new Compat(minimumOf([`safari >= ${version}`])).missing('css.properties.text-wrap');
  expect(missing('9.1')).not.toBeNull();
  expect(missing('17.3')).not.toBeNull();
  expect(missing('17.4')).toBeNull();
  expect(missing('17.10')).toBeNull();
});

it('blames members of a missing interface only if they came later', () => {
  const compat = new Compat(minimumOf(['firefox >= 100']));
  expect(compat.missing('api.LaunchQueue')).not.toBeNull();
  expect(compat.missing('api.LaunchQueue.setConsumer')).toBeNull();
});

it.each(['safari > 16', 'safari 16.4', 'netscape >= 4', 'last 2 versions'])('refuses %j', (entry) => {
  expect(() => minimumOf([entry])).toThrow(entry);
});

it('knows the minimum of the app', () => {
  expect([...minimumOfApp().keys()]).toEqual(
    expect.arrayContaining([
      'chrome',
      'chrome_android',
      'edge',
      'firefox',
      'firefox_android',
      'safari',
      'safari_ios',
    ]),
  );
});
