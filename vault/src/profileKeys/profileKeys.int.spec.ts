import { createPublicKey, randomBytes, verify } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TwoVaults, twoVaults } from '../../test/twoVaults.ts';
import type { ProfileKey, Vault } from '../index.ts';
import { createProfileKeys } from './profileKeys.ts';

let at: TwoVaults;
beforeAll(async () => {
  at = await twoVaults();
});
afterAll(() => at.close());

const isSignedBy = ({ publicKey }: ProfileKey, text: string, signature: Buffer): boolean => {
  const key = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x: publicKey } });
  return verify(null, Buffer.from(text), key, signature);
};
const signWith = async ({ profileKeys }: Vault, text: string) => {
  const signer = await profileKeys.signer();
  return { keyId: signer.keyId, signature: signer.sign(text) };
};

describe('the keys that sign profiles', () => {
  it('start with one, made on first use', async () => {
    await at.withVault(at.source, async (one) => {
      await at.withVault(at.source, async (other) => {
        const signers = await Promise.all([one, other, one, other].map((vault) => signWith(vault, 'ada')));
        const [first, ...more] = await other.profileKeys.all();
        if (first === undefined) throw new Error('there is no key');
        expect(more).toEqual([]);
        expect(first.retiredAt).toBeNull();
        for (const { keyId, signature } of signers) {
          expect([keyId, isSignedBy(first, 'ada', signature)]).toEqual([first.id, true]);
          expect(isSignedBy(first, 'eve', signature)).toBe(false);
        }
      });
    });
  });

  it('are rotated for all processes at once, one at a time; retired ones stay', async () => {
    await at.withVault(at.source, async (one) => {
      await at.withVault(at.source, async (other) => {
        const [before] = await one.profileKeys.all();
        const made = await Promise.all([one, other, one].map(({ profileKeys }) => profileKeys.rotate()));
        const all = await other.profileKeys.all();
        expect(all).toHaveLength(4);
        expect(new Set(all.map(({ id }) => id))).toEqual(new Set([before, ...made].map((key) => key?.id)));
        expect(all.map(({ retiredAt }) => retiredAt === null)).toEqual([true, false, false, false]);
        expect((await signWith(one, 'ada')).keyId).toBe(all[0]?.id);
      });
    });
  });

  it('are part of a backup, and sign as before', async () => {
    const before = await at.withVault(at.source, ({ profileKeys }) => profileKeys.all());
    await at.backup(at.fileNamed('with keys'));
    await at.restore(at.fileNamed('with keys'));
    await at.withVault(at.target, async (vault) => {
      expect(await vault.profileKeys.all()).toEqual(before);
      const { keyId, signature } = await signWith(vault, 'ada');
      const [key] = before;
      expect(key && [keyId, isSignedBy(key, 'ada', signature)]).toEqual([key?.id, true]);
    });
  });

  it('open only with the vault’s key, and under their own id', async () => {
    const pool = new pg.Pool({ connectionString: at.target.url, max: 1 });
    try {
      const stranger = createProfileKeys(pool, randomBytes(32));
      await expect(stranger.signer()).rejects.toThrow();
    } finally {
      await pool.end();
    }
  });
});
