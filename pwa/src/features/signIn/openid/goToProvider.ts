import { openidStartSchema } from '@pmcw/contracts';
import { fetchJson } from '../../../base/api/client.ts';
import { keepGoingTo } from '../../../members/session/goingTo.ts';

export type OpenidStart =
  | '/api/login/openid/start'
  | '/api/user/openid/start'
  | '/api/user/fresh-proof/openid/start';

/**
 * Leaves for the provider, which returns here (`useOpenidOutcome`).
 * @throws ApiError, NetworkError
 */
export async function goToProvider(path: OpenidStart): Promise<void> {
  const { location } = await fetchJson(path, openidStartSchema, { method: 'POST' });
  if (path === '/api/login/openid/start') keepGoingTo();
  window.location.assign(location);
}
