import { describe, expect, it } from 'vitest';
import { serve } from '../test/served.ts';

describe('headers', () => {
  it('protect every answer, refusals too', async () => {
    const { call } = await serve();
    const { headers } = await call('/api/nothing');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'self'; script-src 'self';");
    expect(policy).toContain("connect-src 'self' ws://localhost:8080");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('permissions-policy')).toContain('microphone=(self)');
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('ask for https where the site is on https', async () => {
    const { call } = await serve(undefined, { publicUrl: 'https://pmcw.example/' });
    const { headers } = await call('/');
    expect(headers.get('strict-transport-security')).toContain('max-age=31536000');
    expect(headers.get('content-security-policy')).toContain("connect-src 'self' wss://pmcw.example");
  });

  it('carry the id of the request: the given one where it is sane, else a new one', async () => {
    const { call } = await serve();
    const idFor = async (id: string) =>
      (await call('/api/x', { headers: { 'x-request-id': id } })).headers.get('x-request-id');
    expect(await idFor('trace-0001')).toBe('trace-0001');
    expect(await idFor('bad "id" with spaces')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('log answers by the pattern of their route', async () => {
    const { call, log } = await serve((app) => void app.get('/api/profile/:username', () => ({})));
    await call('/api/profile/lovelace');
    await expect.poll(() => log.join()).toContain('"route":"/api/profile/:username","status":200');
    expect(log.join()).not.toContain('lovelace');
  });
});
