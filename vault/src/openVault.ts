import pg from 'pg';
import { listen } from './announcements/announcements.ts';
import { createClaims } from './claims/claims.ts';
import { checkMasterKey, masterKeysOf } from './keys/masterKey.ts';
import { createSealer } from './keys/sealer.ts';
import { createSubjectKeys } from './keys/subjectKeys.ts';
import type { VaultLogger } from './logger.ts';
import { createMedia } from './media/media.ts';
import { migrate } from './migrations/index.ts';
import { createPasswords } from './passwords/passwords.ts';
import { createSignInAttempts } from './passwords/signInAttempts.ts';
import { createSessions } from './sessions/sessions.ts';
import type { UserIds, Vault } from './vault.ts';

/** What a vault is opened with. */
export interface VaultOptions {
  /** Of a PostgreSQL database whose owner may create the schema `vault`. */
  readonly connectionString: string;
  /** 32 bytes; the same for ever, or nothing opens. */
  readonly masterKey: Uint8Array;
  readonly logger?: VaultLogger;
  /** Source of the time, for tests. */
  readonly clock?: () => Date;
}

const sweepEveryMs = 10 * 60 * 1000;
const silent: VaultLogger = { warn: () => undefined, error: () => undefined };

function createUserIds(pool: pg.Pool): UserIds {
  return {
    async next() {
      const { rows } = await pool.query<{ id: number }>(`select nextval('vault.user_ids')::int as id`);
      if (rows[0] === undefined) throw new Error('The sequence of member ids gave nothing');
      return rows[0].id;
    },
  };
}

function createPool(connectionString: string, logger: VaultLogger): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    application_name: 'pmcw-vault',
    max: 10,
    connectionTimeoutMillis: 5000,
    statement_timeout: 5000,
    query_timeout: 6000,
    keepAlive: true,
  });
  pool.on('error', (error) => {
    // Once it is ending, the server may well be faster to cut a connection off than we are to close it.
    if (!pool.ending) logger.warn({ err: error }, 'an idle connection of the vault was lost');
  });
  return pool;
}

/**
 * Opens the vault in the schema `vault`, bringing it up to date first; safe when several processes do so at once.
 * @throws WrongMasterKeyError when the database was made with another master key
 * @throws Error when the database can't be reached
 */
export async function openVault(options: VaultOptions): Promise<Vault> {
  const { connectionString, masterKey, logger = silent, clock = () => new Date() } = options;
  const keys = masterKeysOf(masterKey);
  await migrate(connectionString, logger);
  const pool = createPool(connectionString, logger);
  try {
    await checkMasterKey(pool, keys);
    const passwords = await createPasswords(pool, clock);
    const announcements = await listen(connectionString, logger);
    const subjectKeys = createSubjectKeys({ pool, announcements, keys, clock });
    const sessions = createSessions({ pool, announcements, logger, clock });
    const signInAttempts = createSignInAttempts(pool, keys, clock);
    const sweep = () =>
      Promise.all([sessions.sweep(), signInAttempts.sweep()]).catch((error: unknown) =>
        logger.warn({ err: error }, 'the vault could not sweep'),
      );
    const sweeping = setInterval(sweep, sweepEveryMs).unref();
    return {
      sessions,
      passwords,
      signInAttempts,
      claims: createClaims(pool, keys, clock),
      subjectKeys,
      media: createMedia(pool, clock),
      userIds: createUserIds(pool),
      sealer: createSealer(subjectKeys),
      async close() {
        clearInterval(sweeping);
        await announcements.close();
        await pool.end();
      },
    };
  } catch (error) {
    await pool.end();
    throw error;
  }
}
