import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { BrowserName } from '@mdn/browser-compat-data/types';
import * as z from 'zod';

/** The oldest supported version by browser, in the names of the compatibility data. */
export type Minimum = ReadonlyMap<BrowserName, string>;

/** By name in a browserslist; phones get the same engine as desktops. */
const browsers: ReadonlyMap<string, readonly BrowserName[]> = new Map([
  ['chrome', ['chrome', 'chrome_android']],
  ['edge', ['edge']],
  ['firefox', ['firefox', 'firefox_android']],
  ['safari', ['safari']],
  ['ios_saf', ['safari_ios']],
]);

const packageSchema = z.object({ browserslist: z.array(z.string()) });

/** @throws Error for an entry that is not "<browser> >= <version>" */
export function minimumOf(browserslist: readonly string[]): Minimum {
  return new Map(
    browserslist.flatMap((entry) => {
      const [, name = '', version = ''] = /^(\w+) >= ([\d.]+)$/.exec(entry) ?? [];
      const known = browsers.get(name);
      if (known === undefined)
        throw new Error(`"${entry}" of the browserslist is not "<browser> >= <version>"`);
      return known.map((browser) => [browser, version] as const);
    }),
  );
}

/** The minimum that the app declares in `pwa/package.json`. */
export function minimumOfApp(): Minimum {
  const file = path.resolve(import.meta.dirname, '..', '..', '..', 'pwa', 'package.json');
  return minimumOf(packageSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).browserslist);
}
