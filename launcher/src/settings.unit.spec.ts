import { describe, expect, it } from 'vitest';
import { readLauncherSettings } from './settings.ts';

describe('settings', () => {
  it('are complete with an empty environment', () => {
    expect(readLauncherSettings({})).toMatchObject({
      PORT: 8080,
      PUBLIC_URL: 'http://localhost:8080',
      DATA_DIR: '.data',
    });
  });

  it('use the port in the public address', () => {
    expect(readLauncherSettings({ PORT: '9000', PUBLIC_URL: '' }).PUBLIC_URL).toBe('http://localhost:9000');
  });

  it('name every unusable variable', () => {
    const environment = {
      PORT: 'http',
      PUBLIC_URL: 'ftp://example.org',
      VAULT_KEY: 'short',
      ADMIN_PASSWORD: 'x',
    };
    expect(() => readLauncherSettings(environment)).toThrow(/PORT.*PUBLIC_URL.*ADMIN_PASSWORD.*VAULT_KEY/s);
  });
});
