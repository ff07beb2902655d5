import { generateKeyPairSync } from 'node:crypto';
import { readSettings } from '@pmcw/runtime';
import { describe, expect, it } from 'vitest';
import { environmentSchema } from './settings.ts';

const needed = { AUDIT_DIR: '/audit', DISPATCH_SECRET: 'x'.repeat(32) };
const read = (more: Record<string, string> = {}) => readSettings(environmentSchema, { ...needed, ...more });
const pem = (type: 'ed25519' | 'x25519') =>
  (type === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('x25519')).privateKey
    .export({ type: 'pkcs8', format: 'pem' })
    .toString();

describe('the settings of a notary', () => {
  it('have an optional signing key, and a minute between checkpoints', () => {
    expect(read()).toMatchObject({ PORT: 8085, CHECKPOINT_SECONDS: 60 });
    expect(read().SIGNING_KEY).toBeUndefined();
    expect(read({ SIGNING_KEY: pem('ed25519').trim() }).SIGNING_KEY?.type).toBe('private');
  });

  it.each([
    ['of another kind', pem('x25519')],
    ['that is invalid', 'nonsense'],
  ])('refuse a key %s, without showing it', (_what, key) => {
    const error = { message: expect.not.stringContaining(key) };
    expect(() => read({ SIGNING_KEY: key })).toThrow('SIGNING_KEY: must be an Ed25519 private key in PEM');
    expect(() => read({ SIGNING_KEY: key })).toThrow(expect.objectContaining(error));
  });
});
