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
