import { type APIRequestContext, request } from 'playwright-core';
import type { Instance } from './instance.ts';

/**
 * Requests of the first administrator, signed in without a browser. They throw on a refusal; the caller disposes of it.
 */
export async function adminRequests({ url, adminPassword }: Instance): Promise<APIRequestContext> {
  const api = await request.newContext({
    baseURL: url,
    extraHTTPHeaders: { origin: url },
    failOnStatusCode: true,
  });
  await api.post('/api/login', { data: { username: 'admin', password: adminPassword } });
  return api;
}
