import { createHash, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import type pg from 'pg';
import { seal, unseal } from '../keys/sealing.ts';
import { inTransaction } from '../storage/pool.ts';
import { onlyRow } from '../storage/time.ts';
import type { ProfileKey, ProfileKeys } from './promises.ts';

/** RFC 7638, RFC 8037 A.3. */
export const thumbprintOf = (x: string): string =>
  createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url');

function newRow(wrapping: Buffer) {
  const { privateKey } = generateKeyPairSync('ed25519');
  const { x = '', d = '' } = privateKey.export({ format: 'jwk' });
  return {
    id: thumbprintOf(x),
    publicKey: x,
    wrapped: seal(wrapping, Buffer.from(x), Buffer.from(d, 'base64url')),
  };
}

const insert =
  'insert into vault.profile_keys (id, public_key, private_key, created_at) values ($1, $2, $3, vault.now())';

/** @param wrapping independent of the master key */
export function createProfileKeys(pool: pg.Pool, wrapping: Buffer): ProfileKeys {
  async function withFirst<Row>(read: () => Promise<readonly Row[]>): Promise<readonly Row[]> {
    const known = await read();
    if (known.length > 0) return known;
    const { id, publicKey, wrapped } = newRow(wrapping);
    // The first of concurrent processes wins.
    await pool.query(`${insert} on conflict do nothing`, [id, publicKey, wrapped]);
    return read();
  }

  const readAll = async () => {
    const { rows } = await pool.query<ProfileKey>(
      `select id, public_key as "publicKey", created_at as "createdAt", retired_at as "retiredAt"
         from vault.profile_keys order by retired_at desc nulls first`,
    );
    return rows;
  };
  const readSigning = async () => {
    const { rows } = await pool.query<{ id: string; x: string; wrapped: Buffer }>(
      'select id, public_key as x, private_key as wrapped from vault.profile_keys where retired_at is null',
    );
    return rows;
  };

  return {
    all: () => withFirst(readAll),

    async signer() {
      const [row] = await withFirst(readSigning);
      if (row === undefined) throw new Error('The vault has no key that signs profiles');
      const d = unseal(wrapping, Buffer.from(row.x), row.wrapped).toString('base64url');
      const key = createPrivateKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x: row.x, d } });
      return { keyId: row.id, sign: (text) => sign(null, Buffer.from(text), key) };
    },

    async rotate() {
      const { id, publicKey, wrapped } = newRow(wrapping);
      const createdAt = await inTransaction(pool, 'begin', async (client) => {
        // Doesn't block readers.
        await client.query('lock table vault.profile_keys in share row exclusive mode');
        await client.query('update vault.profile_keys set retired_at = vault.now() where retired_at is null');
        const { rows } = await client.query<{ createdAt: Date }>(
          `${insert} returning created_at as "createdAt"`,
          [id, publicKey, wrapped],
        );
        return onlyRow(rows).createdAt;
      });
      return { id, publicKey, createdAt, retiredAt: null };
    },
  };
}
