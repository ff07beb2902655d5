import type pg from 'pg';
import type { Hashing } from '../keys/hashing.ts';
import type { Passkey, Passkeys } from './promises.ts';

interface PasskeyRow extends Omit<Passkey, 'publicKey' | 'counter'> {
  readonly publicKey: Buffer;
  /** `pg` returns `bigint` as text. */
  readonly counter: string;
}
const columns = `id, user_id as "userId", credential_id as "credentialId", name, public_key as "publicKey", counter,
  transports, is_backed_up as "isBackedUp", created_at as "createdAt", last_used_at as "lastUsedAt"`;
const passkeyOf = ({ publicKey, counter, ...row }: PasskeyRow): Passkey => ({
  ...row,
  publicKey: Uint8Array.from(publicKey),
  counter: Number(counter),
});

/** As text: callers may send no UUID. */
const isOwn = 'user_id = $1 and id::text = $2';

export interface KeptPasskeys extends Passkeys {
  forgetAll(userId: number): Promise<void>;
}

export function createPasskeys(pool: pg.Pool, hashing: Hashing): KeptPasskeys {
  return {
    userHandle: (userId) => Uint8Array.from(hashing.hash('sign-in', 'passkey-user', String(userId))),

    async add({ id, userId, credentialId, name, publicKey, counter, transports, isBackedUp }) {
      const { rowCount } = await pool.query(
        `insert into vault.passkeys
           (id, user_id, credential_id, name, public_key, counter, transports, is_backed_up, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, vault.now()) on conflict do nothing`,
        [id, userId, credentialId, name, publicKey, counter, transports, isBackedUp],
      );
      return rowCount === 1;
    },

    async find(credentialId) {
      const { rows } = await pool.query<PasskeyRow>(
        `select ${columns} from vault.passkeys where credential_id = $1`,
        [credentialId],
      );
      return rows[0] === undefined ? null : passkeyOf(rows[0]);
    },

    async all(userId) {
      const { rows } = await pool.query<PasskeyRow>(
        `select ${columns} from vault.passkeys where user_id = $1 order by created_at, id`,
        [userId],
      );
      return rows.map(passkeyOf);
    },

    async use(id, { before, after, isBackedUp }) {
      const { rowCount } = await pool.query(
        `update vault.passkeys set counter = $3, is_backed_up = $4, last_used_at = vault.now()
          where id = $1 and counter = $2`,
        [id, before, after, isBackedUp],
      );
      return rowCount === 1;
    },

    async rename(userId, id, name) {
      const { rowCount } = await pool.query(`update vault.passkeys set name = $3 where ${isOwn}`, [
        userId,
        id,
        name,
      ]);
      return rowCount === 1;
    },

    async remove(userId, id) {
      await pool.query(`delete from vault.passkeys where ${isOwn}`, [userId, id]);
    },

    async forgetAll(userId) {
      await pool.query('delete from vault.passkeys where user_id = $1', [userId]);
    },
  };
}
