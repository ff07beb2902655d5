import type { Logger } from '@pmcw/resilience';
import { silent } from '@pmcw/resilience';
import type pg from 'pg';
import { createAcquaintances } from './acquaintances/acquaintances.ts';
import { listen } from './announcements/announcements.ts';
import { type AttemptLimit, attemptLimits, createAttempts, sweepAttempts } from './attempts/attempts.ts';
import { createBookmarks } from './bookmarks/bookmarks.ts';
import { createChallenges } from './challenges/challenges.ts';
import { createClaims } from './claims/claims.ts';
import { createConfirmLinks } from './confirmLinks/confirmLinks.ts';
import { createDrafts } from './drafts/drafts.ts';
import { createErasures } from './erasures/erasures.ts';
import { forgetMember } from './erasures/forgetMember.ts';
import { createEventBudget } from './eventBudget/eventBudget.ts';
import { createInstance } from './instance/instance.ts';
import { listenerName } from './keys/keyHolders.ts';
import { keyRingOf } from './keys/masterKey.ts';
import { createSealer } from './keys/sealer.ts';
import { createSubjectKeys } from './keys/subjectKeys.ts';
import { unlock } from './keys/unlock.ts';
import { createMails } from './mails/mails.ts';
import { createMedia } from './media/media.ts';
import { migrate } from './migrations/index.ts';
import { createOpenidLinks } from './openidLinks/openidLinks.ts';
import { createPasskeys } from './passkeys/passkeys.ts';
import { createPasswords, type PasswordCost } from './passwords/passwords.ts';
import { createProfileChecks } from './profileChecks/profileChecks.ts';
import { createProfileKeys } from './profileKeys/profileKeys.ts';
import { createPush } from './push/push.ts';
import { createResetLinks } from './resetLinks/resetLinks.ts';
import { createSessions } from './sessions/sessions.ts';
import { createSnapshots } from './snapshots/snapshots.ts';
import { confirmWritable, createPool } from './storage/pool.ts';
import { onlyRow } from './storage/time.ts';
import { createCredentialTurns } from './turns/turns.ts';
import type { UserIds, Vault } from './vault.ts';

export interface VaultOptions {
  /** Its user may create the schema `vault`. */
  readonly connectionString: string;
  /** 32 bytes. */
  readonly masterKey: Uint8Array;
  /** Required during a rotation. */
  readonly previousMasterKey?: Uint8Array | undefined;
  readonly logger?: Logger;
  /** Interval to end expired sessions (default a minute). */
  readonly expireEveryMs?: number | undefined;
  /** Lower only in specs, which hash thousands of passwords. */
  readonly passwordCost?: PasswordCost;
}

const pooled = 10;
/** The pool and a listener. */
export const vaultConnections = pooled + 1;

const sweepEveryMs = 10 * 60 * 1000;

function createUserIds(pool: pg.Pool): UserIds {
  return {
    async next() {
      const { rows } = await pool.query<{ id: number }>(`select nextval('vault.user_ids')::int as id`);
      if (rows[0] === undefined) throw new Error('The sequence of member ids gave nothing');
      return rows[0].id;
    },
  };
}

/** Migrates first; safe in concurrent processes. @throws WrongMasterKeyError */
export async function openVault(options: VaultOptions): Promise<Vault> {
  const { connectionString, logger = silent, expireEveryMs = 60_000 } = options;
  const ring = keyRingOf(options.masterKey, options.previousMasterKey);
  await migrate(connectionString, logger);
  const pool = createPool({
    connectionString,
    applicationName: 'pmcw-vault',
    connections: pooled,
    statementTimeoutMs: 5000,
    logger,
  });
  const closings = [() => pool.end()];
  const close = async () => {
    for (const closing of closings.toReversed()) await closing();
  };
  try {
    // Before the keys are compared, so that a starting rotation sees this process, or the reverse.
    const announcements = await listen({ connectionString, applicationName: listenerName(ring), logger });
    closings.push(() => announcements.close());
    const { keyId, hashing, wrapping } = await unlock(pool, ring);
    const passwords = await createPasswords(pool, options.passwordCost);
    const subjectKeys = createSubjectKeys({ pool, announcements, ring, keyId });
    const sessions = createSessions({ pool, announcements, logger });
    const attempts = (limit: AttemptLimit) => createAttempts(pool, hashing, limit);
    const resetLinks = createResetLinks(pool, wrapping.resetLinks, sessions);
    const credentialTurns = createCredentialTurns(pool);
    const challenges = createChallenges(pool, wrapping.challenges);
    const drafts = createDrafts({ pool, announcements, logger });
    const push = createPush({ pool, announcements, wrapping: wrapping.push });
    const mails = createMails(pool);
    const now = async () => {
      const { rows } = await pool.query<{ now: Date }>('select vault.now() as now');
      return onlyRow(rows).now;
    };
    const confirmLinks = createConfirmLinks(wrapping.confirmLinks, now);
    const budget = createEventBudget(pool);
    const sealer = createSealer(subjectKeys, logger);
    const sweep = () =>
      Promise.all([
        sessions.sweep(),
        sweepAttempts(pool),
        resetLinks.sweep(),
        credentialTurns.sweep(),
        challenges.sweep(),
        drafts.sweep(),
        push.sweep(),
        mails.sweep(),
        budget.sweep(),
      ]).catch((error: unknown) => logger.warn({ err: error }, 'the vault could not sweep'));
    const sweeping = setInterval(sweep, sweepEveryMs).unref();
    const expire = () =>
      sessions.expire().catch((error: unknown) => logger.warn({ err: error }, 'no session could be ended'));
    const expiring = setInterval(expire, expireEveryMs).unref();
    closings.push(async () => {
      clearInterval(sweeping);
      clearInterval(expiring);
    });
    const parts = {
      sessions,
      passwords,
      passkeys: createPasskeys(pool, hashing),
      openidLinks: createOpenidLinks(pool, hashing),
      resetLinks,
      credentialTurns,
      challenges,
      drafts,
      push,
      mails,
      profileChecks: createProfileChecks(pool),
      acquaintances: createAcquaintances(pool),
      confirmLinks,
      signInAttempts: attempts(attemptLimits.signIns),
      claims: createClaims(pool, hashing),
      subjectKeys,
      media: createMedia(pool),
      snapshots: createSnapshots(pool, sealer),
      eventBudget: budget,
    };
    return {
      ...parts,
      logIns: attempts(attemptLimits.logIns),
      signInOffers: attempts(attemptLimits.signInOffers),
      registrations: attempts(attemptLimits.registrations),
      resetMailsAsked: attempts(attemptLimits.resetMailsAsked),
      resetMails: attempts(attemptLimits.resetMails),
      confirmMails: attempts(attemptLimits.confirmMails),
      uploads: attempts(attemptLimits.uploads),
      walletProofs: attempts(attemptLimits.walletProofs),
      linkChecksAsked: attempts(attemptLimits.linkChecksAsked),
      conversationStarts: attempts(attemptLimits.conversationStarts),
      reportsMade: attempts(attemptLimits.reportsMade),
      freshProofs: attempts(attemptLimits.freshProofs),
      exports: attempts(attemptLimits.exports),
      erasures: createErasures(pool),
      bookmarks: createBookmarks(pool),
      instance: createInstance(pool),
      profileKeys: createProfileKeys(pool, wrapping.profiles),
      userIds: createUserIds(pool),
      now,
      sealer,
      isListening: () => announcements.isListening(),
      confirmWritable: () => confirmWritable(pool),
      forgetMember: (userId) => forgetMember(parts, userId),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
