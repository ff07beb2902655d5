import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { Compat } from './compat.ts';
import { minimumOf, minimumOfApp } from './minimum.ts';

/** Those that `pwa/src/app/oldBrowser.ts` checks. */
const checked = ['api.CSS.registerProperty_static', 'css.types.color.color-mix'];

describe('the features that distinguish an old browser', () => {
  it.each(checked)('%s is in all supported ones', (feature) => {
    expect(new Compat(minimumOfApp()).missing(feature)).toBeNull();
  });

  it.each(['chrome >= 110', 'edge >= 110', 'firefox >= 127', 'safari >= 16.3', 'ios_saf >= 16.3'])(
    'are not all in the release before, %s',
    (before) => {
      const compat = new Compat(minimumOf([before]));
      expect(checked.some((feature) => compat.missing(feature) !== null)).toBe(true);
    },
  );
});

it('the notice names the oldest supported versions in each language', () => {
  const page = readFileSync(path.join(import.meta.dirname, '../../../pwa/index.html'), 'utf8');
  const minimum = minimumOfApp();
  const versions = (['chrome', 'firefox', 'safari'] as const).map((browser) => minimum.get(browser));
  expect(minimum.get('edge')).toBe(minimum.get('chrome'));
  for (const language of ['en', 'de']) {
    const [, text = ''] = new RegExp(`<p lang="${language}"[^>]*>([^<]+)`).exec(page) ?? [];
    expect(text.match(/\d[\d.]*\d/g)).toEqual(versions);
  }
});
