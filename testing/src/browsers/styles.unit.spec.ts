import { describe, expect, it } from 'vitest';
import { Compat } from './compat.ts';
import { findingsInStyles } from './findings.ts';
import { minimumOf } from './minimum.ts';
import { usesInStyles } from './styles.ts';

const compat = new Compat(
  minimumOf(['chrome >= 111', 'firefox >= 128', 'safari >= 16.4', 'ios_saf >= 16.4']),
);
const featuresOf = (css: string, added: readonly string[] = []) =>
  findingsInStyles(usesInStyles(css), compat, added).map(({ feature }) => feature);

describe('a style sheet', () => {
  it.each([
    ['a { text-wrap: balance }', ['css.properties.text-wrap', 'css.properties.text-wrap.balance']],
    ['a { field-sizing: content }', ['css.properties.field-sizing', 'css.properties.field-sizing.content']],
    ['a { color: light-dark(red, blue) }', ['css.types.color.light-dark']],
    ['a { --ink: rgb(from red r g b) }', ['css.types.color.rgb.relative_syntax']],
    ['a { transition-timing-function: linear(0, 1) }', ['css.types.easing-function.linear-function']],
    ['a { width: 10rcap }', ['css.types.length.rcap']],
    ['@starting-style { a { opacity: 0 } }', ['css.at-rules.starting-style']],
    ['@media (scripting: none) { a { color: red } }', ['css.at-rules.media.scripting']],
    ['a:popover-open { color: red }', ['css.selectors.popover-open']],
    ['a::details-content { color: red }', ['css.selectors.details-content']],
    ['a { &:hover { color: red } }', ['css.selectors.nesting']],
    ['a { user-select: none }', ['css.properties.user-select']],
  ])('%s uses %j', (css, features) => {
    expect(featuresOf(css)).toEqual(features);
  });

  it.each([
    'a:has(b) { color: color-mix(in oklab, red, blue); inset: 0; height: 10dvh; width: 10cqw }',
    '@media (width >= 40rem) { .sm\\:popover-open { color: red } }',
    '@property --x { syntax: "*"; inherits: false }',
    'a { content: "light-dark(red, blue)" }',
    '@supports (text-wrap: balance) { a { text-wrap: balance } }',
    '@supports selector(:popover-open) { a:popover-open { color: red } }',
    'a { color: red; color: light-dark(red, blue) }',
    '@apply popover-open;',
  ])('may say %s', (css) => {
    expect(featuresOf(css)).toEqual([]);
  });

  it.each([
    '@supports not (text-wrap: balance) { a { text-wrap: balance } }',
    '@supports (text-wrap: balance) or (color: red) { a { text-wrap: balance } }',
    '@supports (text-wrap: pretty) { a { text-wrap: balance } }',
    '@supports (color: red) { a { text-wrap: balance } }',
  ])('is not protected in %s', (css) => {
    expect(featuresOf(css)).toContain('css.properties.text-wrap.balance');
  });

  it('may rely on a prefix that is there, or that the build adds', () => {
    expect(featuresOf('a { -webkit-user-select: none; user-select: none }')).toEqual([]);
    expect(featuresOf('a { user-select: none }', ['-webkit-'])).toEqual([]);
  });
});
