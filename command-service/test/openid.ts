import { openidStartSchema } from '@pmcw/contracts';
import type { OpenidProviderStandIn } from '@pmcw/testing/openid';
import * as v from 'valibot';
import type { OpenidOptions } from '../src/index.ts';
import { type Answer, type Browser, publicUrl } from './browser.ts';

export const knownAt = ({ issuer, clientId, clientSecret }: OpenidProviderStandIn): OpenidOptions => ({
  ...{ issuer, clientId, clientSecret, label: 'Example ID' },
});

/** Returns the address at the provider, for a sign-in by default. */
export async function begin(browser: Browser, path = '/api/login/openid/start'): Promise<string> {
  return v.parse(openidStartSchema, JSON.parse((await browser.post(path)).text)).location;
}

/** Returns to the site at an address of the provider. */
export const comeBack = (browser: Browser, url: string): Promise<Answer> =>
  browser.call('GET', url.replace(publicUrl, ''));

/** Status and target of a redirect. */
export const ledTo = ({ status, headers }: Answer) => [status, headers.get('location')];

/** Goes to the provider and back, under a name there. */
export async function goRound(
  provider: OpenidProviderStandIn,
  browser: Browser,
  name: string,
  path?: string,
): Promise<Answer> {
  return comeBack(browser, await provider.signIn(await begin(browser, path), name));
}
