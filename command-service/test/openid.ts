import { openidStartSchema } from '@pmcw/contracts';
import type { OpenidProviderStandIn } from '@pmcw/testing/openid';
import * as v from 'valibot';
import type { OpenidOptions } from '../src/index.ts';
import { type Answer, type Browser, publicUrl } from './running.ts';

/** The settings of a site that knows a provider. */
export const knownAt = ({ issuer, clientId, clientSecret }: OpenidProviderStandIn): OpenidOptions => ({
  ...{ issuer, clientId, clientSecret, label: 'Example ID' },
});

/** Where a browser is told to go; to sign in unless another path is named. */
export async function begin(browser: Browser, path = '/api/login/openid/start'): Promise<string> {
  return v.parse(openidStartSchema, JSON.parse((await browser.post(path)).text)).location;
}

/** Comes back to the site at an address that the provider made. */
export const comeBack = (browser: Browser, url: string): Promise<Answer> =>
  browser.call('GET', url.replace(publicUrl, ''));

/** Where a browser is led on to. */
export const ledTo = ({ status, headers }: Answer) => [status, headers.get('location')];

/** To the provider and back, by a name there. */
export async function goRound(
  provider: OpenidProviderStandIn,
  browser: Browser,
  name: string,
  path?: string,
): Promise<Answer> {
  return comeBack(browser, await provider.signIn(await begin(browser, path), name));
}
