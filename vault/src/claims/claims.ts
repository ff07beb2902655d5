import type pg from 'pg';
import type { Hashing } from '../keys/hashing.ts';
import { span } from '../storage/time.ts';
import type { Claim, Claims } from './promises.ts';

/** After this, the claim's command counts as crashed. */
const pendingMs = 60_000;

interface HashedClaim {
  readonly claim: Claim;
  readonly hash: Buffer;
}

export function createClaims(pool: pg.Pool, hashing: Hashing): Claims {
  const hashOf = ({ kind, value }: Claim) => hashing.hash('claim', kind, value);

  /** In one order, so that concurrent callers never deadlock. */
  function hashed(claims: readonly Claim[]): HashedClaim[] {
    const byHash = new Map<string, HashedClaim>();
    for (const claim of claims) {
      const hash = hashOf(claim);
      byHash.set(hash.toString('hex'), { claim, hash });
    }
    return [...byHash].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
  }

  const columns = (claims: readonly HashedClaim[]) => [
    claims.map(({ claim }) => claim.kind),
    claims.map(({ hash }) => hash),
  ];

  /** Returns the hashes that are the member's now. */
  async function takeFree(client: pg.PoolClient, userId: number, claims: readonly HashedClaim[]) {
    const { rows } = await client.query<{ hash: Buffer }>(
      `insert into vault.claims as held (kind, hash, user_id, claimed_at)
       select kind, hash, $3, vault.now() from unnest($1::text[], $2::bytea[]) as wanted (kind, hash)
       on conflict (kind, hash) do update
         set user_id = $3, claimed_at = vault.now(), confirmed = held.confirmed and held.user_id = $3
         where held.user_id = $3 or (not held.confirmed and held.claimed_at < vault.now() - ${span(pendingMs)})
       returning hash`,
      [...columns(claims), userId],
    );
    return new Set(rows.map(({ hash }) => hash.toString('hex')));
  }

  return {
    async take(userId, claims) {
      const wanted = hashed(claims);
      const client = await pool.connect();
      let failure: Error | undefined;
      try {
        await client.query('begin');
        const taken = await takeFree(client, userId, wanted);
        const refused = claims.find((claim) => !taken.has(hashOf(claim).toString('hex'))) ?? null;
        await client.query(refused === null ? 'commit' : 'rollback');
        return refused;
      } catch (error) {
        failure = error instanceof Error ? error : new Error(String(error));
        throw error;
      } finally {
        // Ends the transaction.
        client.release(failure);
      }
    },

    async confirm(userId, claims) {
      await pool.query(
        `insert into vault.claims as held (kind, hash, user_id, claimed_at, confirmed)
         select kind, hash, $3, vault.now(), true from unnest($1::text[], $2::bytea[]) as wanted (kind, hash)
         on conflict (kind, hash) do update set confirmed = true where held.user_id = $3`,
        [...columns(hashed(claims)), userId],
      );
    },

    async markOf(userId, claim) {
      // Unique per transaction.
      const { rows } = await pool.query<{ mark: string }>(
        'select xmin::text as mark from vault.claims where kind = $1 and hash = $2 and user_id = $3',
        [claim.kind, hashOf(claim), userId],
      );
      return rows[0]?.mark ?? null;
    },

    async releaseIfUnchanged(userId, claim, mark) {
      await pool.query(
        'delete from vault.claims where kind = $1 and hash = $2 and user_id = $3 and xmin::text = $4',
        [claim.kind, hashOf(claim), userId, mark],
      );
    },

    async doubt(userId, claims) {
      await pool.query(
        `update vault.claims set confirmed = false from unnest($1::text[], $2::bytea[]) as doubted (kind, hash)
          where claims.kind = doubted.kind and claims.hash = doubted.hash and claims.user_id = $3
            and claims.confirmed`,
        [...columns(hashed(claims)), userId],
      );
    },

    async retire(userId) {
      await pool.query(`update vault.claims set confirmed = true where user_id = $1 and kind = 'username'`, [
        userId,
      ]);
      await pool.query(`delete from vault.claims where user_id = $1 and kind <> 'username'`, [userId]);
    },

    async holder(claim) {
      const { rows } = await pool.query<{ user_id: number }>(
        'select user_id from vault.claims where kind = $1 and hash = $2',
        [claim.kind, hashOf(claim)],
      );
      return rows[0]?.user_id ?? null;
    },
  };
}
