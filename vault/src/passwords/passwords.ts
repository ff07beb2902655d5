import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, type Options, verify } from '@node-rs/argon2';
import fastq from 'fastq';
import type pg from 'pg';
import { VaultBusyError } from '../errors.ts';
import type { PasswordProof, Passwords } from './promises.ts';
import { isStillProved, proofOf } from './proof.ts';

/** Of hashing a password with argon2id. */
export interface PasswordCost {
  /** KiB. */
  readonly memoryCost: number;
  /** Passes over that memory. */
  readonly timeCost: number;
}

/** OWASP's first recommendation. */
const recommended: PasswordCost = { memoryCost: 19_456, timeCost: 2 };

/** 2 is `Algorithm.Argon2id`, a const enum. */
const argon2id = (cost: PasswordCost): Options => ({ algorithm: 2, parallelism: 1, ...cost });

/** At some 20 ms each per core, a wait of seconds. */
const queueLimit = 256;

/** One of libuv's threads stays free for files and DNS. */
const uvThreads = Number(process.env.UV_THREADPOOL_SIZE ?? 4);
const workers = Math.max(1, Math.min(availableParallelism(), uvThreads - 1));

interface HashingPool {
  waiting(): number;
  hash(password: string): Promise<string>;
  verify(stored: string, password: string): Promise<boolean>;
}

function createHashingPool(cost: PasswordCost): HashingPool {
  const options = argon2id(cost);
  const queue = fastq.promise((work: () => Promise<void>) => work(), workers);

  function run<T>(work: () => Promise<T>): Promise<T> {
    if (queue.length() >= queueLimit) throw new VaultBusyError('Too many passwords are waiting to be hashed');
    return new Promise<T>((resolve, reject) => {
      void queue.push(() => work().then(resolve, reject));
    });
  }
  // Keyboards compose letters differently.
  const bytes = (password: string) => Buffer.from(password.normalize('NFKC'), 'utf8');
  return {
    waiting: () => queue.length(),
    hash: async (password) => run(() => hash(bytes(password), options)),
    verify: async (stored, password) => run(() => verify(stored, bytes(password))),
  };
}

export async function createPasswords(pool: pg.Pool, cost = recommended): Promise<Passwords> {
  const hashing = createHashingPool(cost);
  // For unknown members, so that they take as long.
  const nobodys = await hashing.hash(randomBytes(32).toString('base64url'));

  async function prove(userId: number | null, password: string): Promise<PasswordProof | null> {
    const { rows } = await pool.query<{ user_id: number; hash: string }>(
      'select user_id, hash from vault.passwords where user_id = $1',
      [userId ?? 0],
    );
    const [stored] = rows;
    const matches = await hashing.verify(stored?.hash ?? nobodys, password);
    return matches && stored !== undefined ? proofOf(stored.user_id, stored.hash) : null;
  }

  return {
    get waiting() {
      return hashing.waiting();
    },

    async has(userId) {
      const { rowCount } = await pool.query('select from vault.passwords where user_id = $1', [userId]);
      return rowCount === 1;
    },

    async setFirst(userId, password) {
      const { rowCount } = await pool.query(
        `insert into vault.passwords (user_id, hash, changed_at) values ($1, $2, vault.now())
         on conflict (user_id) do nothing`,
        [userId, await hashing.hash(password)],
      );
      return rowCount === 1;
    },

    async replace({ userId, mark }, password) {
      const made = await hashing.hash(password);
      const { rowCount } = await pool.query(
        `update vault.passwords set hash = $3, changed_at = vault.now() where ${isStillProved('$1', '$2')}`,
        [userId, mark, made],
      );
      return rowCount === 1 ? proofOf(userId, made) : null;
    },

    prove,
    verify: async (userId, password) => (await prove(userId, password)) !== null,

    async forget(userId) {
      await pool.query('delete from vault.passwords where user_id = $1', [userId]);
    },

    hash: hashing.hash,
  };
}
