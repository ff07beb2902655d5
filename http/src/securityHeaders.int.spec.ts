import { describe, expect, it } from 'vitest';
import { serve } from '../test/served.ts';

describe('headers', () => {
  it('protect all answers, including problems', async () => {
    const { call } = await serve();
    const { headers } = await call('/api/nothing');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'self'; script-src 'self';");
    expect(policy).toContain("connect-src 'self' ws://localhost:8080");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toMatch(/; require-trusted-types-for 'script'; trusted-types pmcw-scripts$/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('permissions-policy')).toContain('microphone=(self)');
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('require https if the site uses it', async () => {
    const { call } = await serve(undefined, { publicUrl: 'https://pmcw.example/' });
    const { headers } = await call('/');
    expect(headers.get('strict-transport-security')).toContain('max-age=31536000');
    expect(headers.get('content-security-policy')).toContain("connect-src 'self' wss://pmcw.example");
  });

  it.each([
    ['a new one without a proxy', [], '3f1c9a52-7d4e-4b8a-9c21-5a6f0e1d2b3c', false],
    ['that of a trusted proxy', ['127.0.0.1'], '3f1c9a52-7d4e-4b8a-9c21-5a6f0e1d2b3c', true],
    ['a new one instead of what is no UUID', ['127.0.0.1'], 'ada-lovelace-0001', false],
    ['a new one instead of several', ['127.0.0.1'], ['a', 'b'].join(', '), false],
  ])('carry the id of the request: %s', async (_, trustProxy, given, isTaken) => {
    const { call } = await serve(undefined, { trustProxy });
    for (const path of ['/api/x', '/api/%zz']) {
      const id = (await call(path, { headers: { 'x-request-id': given } })).headers.get('x-request-id');
      expect(id).toMatch(/^[0-9a-f-]{36}$/);
      expect(id === given).toBe(isTaken);
    }
  });

  it('log answers by their route’s pattern', async () => {
    const { call, log } = await serve((app) => void app.get('/api/profile/:username', () => ({})));
    await call('/api/profile/lovelace');
    await expect.poll(() => log.join()).toContain('"route":"/api/profile/:username","status":200');
    expect(log.join()).not.toContain('lovelace');
  });
});
