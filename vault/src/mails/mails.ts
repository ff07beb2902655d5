import type pg from 'pg';
import { inTransaction } from '../storage/pool.ts';
import { inMs, msOf, span } from '../storage/time.ts';
import type { Mails, TakenMail } from './promises.ts';

const hourMs = 60 * 60 * 1000;
/** Longer than mails could be queued again. */
const knownMs = 25 * hourMs;
/** Long after the sender gives up. */
const longestMs = 49 * hourMs;

const collecting = 724_186_531;

export interface KeptMails extends Mails {
  sweep(): Promise<void>;
  forgetAll(userId: number): Promise<void>;
}

interface MailRow {
  readonly id: string;
  readonly user_id: number;
  readonly kind: string;
  readonly facts: Record<string, string>;
  readonly language: string | null;
  readonly created_at: Date;
  readonly age_ms: number;
  readonly tries: number;
}
const takenMail = ({
  user_id: userId,
  created_at: createdAt,
  age_ms: ageMs,
  ...row
}: MailRow): TakenMail => ({
  ...row,
  userId,
  createdAt,
  ageMs,
});

export function createMails(pool: pg.Pool): KeptMails {
  return {
    async queue({ id, userId, kind, facts, language }, budget) {
      const { rows } = await pool.query<{ is_queued: boolean; is_over: boolean }>(
        `with had as (
           select count(*) >= $6::integer as is_over from vault.mails
            where user_id = $2 and kind = any($7) and created_at > vault.now() - ${span(hourMs)}
         ), queued as (
           insert into vault.mails (id, user_id, kind, facts, language, created_at, due_at)
           select $1, $2, $3, $4, $5, vault.now(), vault.now() from had where is_over is not true
           on conflict (id) do nothing returning id
         )
         select exists (select from queued) as is_queued,
           is_over is true and not exists (select from vault.mails where id = $1) as is_over from had`,
        [
          ...[id, userId, kind, JSON.stringify(facts), language],
          ...[budget?.mostAnHour ?? null, budget?.kinds ?? []],
        ],
      );
      if (rows[0]?.is_queued === true) return 'queued';
      return rows[0]?.is_over === true ? 'over_budget' : 'left_out';
    },

    async collect({ id, userId, kind, language }, position, ms) {
      return inTransaction(pool, 'begin', async (client) => {
        // So that concurrent callers don't leave two mails.
        await client.query('select pg_advisory_xact_lock($1, $2)', [collecting, userId]);
        const { rowCount } = await client.query(
          `with waiting as (
           update vault.mails set facts = facts || jsonb_build_object('upTo', $5::text)
            where user_id = $2 and kind = $3 and done_at is null and taken_until is null
              and (facts ->> 'upTo')::numeric < $5::numeric
           returning id
         )
         insert into vault.mails (id, user_id, kind, facts, language, created_at, due_at)
         select $1, $2, $3, jsonb_build_object('from', $5::text, 'upTo', $5::text), $4, vault.now(), vault.now() + ${msOf('$6')}
          where not exists (select from waiting)
            and not exists (select from vault.mails where user_id = $2 and kind = $3
                              and (facts ->> 'upTo')::numeric >= $5::numeric)
         on conflict (id) do nothing`,
          [id, userId, kind, language, String(position), ms],
        );
        return rowCount === 1;
      });
    },

    async take(most, ms) {
      const { rows } = await pool.query<MailRow>(
        `update vault.mails set tries = tries + 1, taken_until = vault.now() + ${msOf('$1')}
          where id in (
            select id from vault.mails
             where done_at is null and due_at <= vault.now() and (taken_until is null or taken_until <= vault.now())
             order by due_at, id limit $2 for update skip locked)
         returning id, user_id, kind, facts, language, created_at,
           ${inMs('vault.now() - created_at')} as age_ms, tries`,
        [ms, most],
      );
      return rows.map(takenMail);
    },

    async done(id) {
      await pool.query('update vault.mails set done_at = vault.now() where id = $1', [id]);
    },

    async putBack(id, ms) {
      await pool.query(
        `update vault.mails set due_at = vault.now() + ${msOf('$2')}, taken_until = null
          where id = $1 and done_at is null`,
        [id, ms],
      );
    },

    async waiting() {
      const { rows } = await pool.query<{ waiting: number }>(
        'select count(*)::integer as waiting from vault.mails where done_at is null',
      );
      return rows[0]?.waiting ?? 0;
    },

    async languageOf(userId) {
      const { rows } = await pool.query<{ language: string }>(
        `select language from vault.sessions where user_id = $1 and language is not null
          order by created_at desc, id limit 1`,
        [userId],
      );
      return rows[0]?.language ?? null;
    },

    async sweep() {
      await pool.query(
        `delete from vault.mails where created_at <= vault.now() - ${span(knownMs)}
           and (done_at is not null or created_at <= vault.now() - ${span(longestMs)})`,
      );
    },

    async forgetAll(userId) {
      await pool.query('delete from vault.mails where user_id = $1', [userId]);
    },
  };
}
