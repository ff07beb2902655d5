import type { APIRequestContext } from 'playwright-core';
import { openApi } from './api.ts';
import type { Instance } from './instance.ts';

/** Requests of the first administrator (`openApi`). */
export async function adminRequests({ url, adminPassword }: Instance): Promise<APIRequestContext> {
  const api = await openApi(url);
  await api.post('/api/login', { data: { username: 'admin', password: adminPassword } });
  return api;
}
