import own from './package.json' with { type: 'json' };

/** The supported browsers (`browserslist` in `package.json`) in the bundler's form, as in "safari16.4". */
export const target = own.browserslist.map((entry) => entry.replace('ios_saf', 'ios').replace(' >= ', ''));
