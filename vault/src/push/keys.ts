import { generateKeyPairSync } from 'node:crypto';
import type pg from 'pg';
import { seal, unseal } from '../keys/sealing.ts';
import type { VapidKeys } from './promises.ts';

/** For web push: a point of 65 bytes and 32 bytes, in base64url. */
function newKeys(): VapidKeys {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const { x = '', y = '', d = '' } = privateKey.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  return { publicKey: point.toString('base64url'), privateKey: d };
}

/** Made on first use. @param wrapping independent of the master key */
export async function pushKeysOf(pool: pg.Pool, wrapping: Buffer): Promise<VapidKeys> {
  const select = 'select public_key, private_key from vault.push_keys';
  const read = async () => (await pool.query<{ public_key: string; private_key: Buffer }>(select)).rows[0];
  let row = await read();
  if (row === undefined) {
    const keys = newKeys();
    await pool.query(
      'insert into vault.push_keys (public_key, private_key) values ($1, $2) on conflict do nothing',
      [
        keys.publicKey,
        seal(wrapping, Buffer.from(keys.publicKey), Buffer.from(keys.privateKey, 'base64url')),
      ],
    );
    row = await read();
  }
  if (row === undefined) throw new Error('The vault has no keys for push');
  const privateKey = unseal(wrapping, Buffer.from(row.public_key), row.private_key);
  return { publicKey: row.public_key, privateKey: privateKey.toString('base64url') };
}
