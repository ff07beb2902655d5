import type { Device } from '@pmcw/vault';

type Rule = readonly [name: string, pattern: RegExp];

/** The first match wins: browsers also name those that they imitate. */
const browsers: readonly Rule[] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|OPT|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome|Chromium)\//],
  ['Safari', /\bVersion\/[\d.]+ .*\bSafari\//],
];
const systems: readonly Rule[] = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

/** No real one is longer; the rest is ignored. */
const longestUserAgent = 512;

const firstOf = (rules: readonly Rule[], text: string): string | null =>
  rules.find(([, pattern]) => pattern.test(text))?.[0] ?? null;

export function deviceOf(userAgent = ''): Device {
  const text = userAgent.slice(0, longestUserAgent);
  return { browser: firstOf(browsers, text), system: firstOf(systems, text) };
}
