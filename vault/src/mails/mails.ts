import type pg from 'pg';
import type { Mails, TakenMail } from '../vault.ts';

const hourMs = 60 * 60 * 1000;
/** What is done is known for so long: longer than a day, after which nobody queues it again. */
const knownMs = 25 * hourMs;
/** What nobody sent is forgotten then; whoever sends gives it up long before. */
const longestMs = 49 * hourMs;

/** `Mails` with the sides of the sweeper and of the erasure. */
export interface KeptMails extends Mails {
  /** Forgets what was done a day ago, and what nobody has sent for two. */
  sweep(): Promise<void>;
  /** Forgets those of a member. */
  forgetAll(userId: number): Promise<void>;
}

interface MailRow {
  readonly id: string;
  readonly user_id: number;
  readonly kind: string;
  readonly facts: Record<string, string>;
  readonly language: string | null;
  readonly created_at: Date;
  readonly tries: number;
}
const takenMail = ({ user_id: userId, created_at: createdAt, ...row }: MailRow): TakenMail => ({
  ...row,
  userId,
  createdAt,
});

/** Mails, in `vault.mails`; the same promises as `Mails`. */
export function createMails(pool: pg.Pool, clock: () => Date): KeptMails {
  const ago = (ms: number) => new Date(clock().getTime() - ms);

  return {
    async queue({ id, userId, kind, facts, language }, budget) {
      const { rows } = await pool.query<{ is_queued: boolean; is_over: boolean }>(
        `with had as (
           select count(*) >= $7::integer as is_over from vault.mails
            where user_id = $2 and kind = any($8) and created_at > $9
         ), queued as (
           insert into vault.mails (id, user_id, kind, facts, language, created_at, due_at)
           select $1, $2, $3, $4, $5, $6, $6 from had where is_over is not true
           on conflict (id) do nothing returning id
         )
         select exists (select from queued) as is_queued,
           is_over is true and not exists (select from vault.mails where id = $1) as is_over from had`,
        [
          ...[id, userId, kind, JSON.stringify(facts), language, clock()],
          ...[budget?.mostAnHour ?? null, budget?.kinds ?? [], ago(hourMs)],
        ],
      );
      if (rows[0]?.is_queued === true) return 'queued';
      return rows[0]?.is_over === true ? 'over_budget' : 'left_out';
    },

    async collect({ id, userId, kind, language }, position, ms) {
      const now = clock();
      const { rowCount } = await pool.query(
        `with waiting as (
           update vault.mails set facts = facts || jsonb_build_object('upTo', $6::text)
            where user_id = $2 and kind = $3 and done_at is null and taken_until is null
              and (facts ->> 'upTo')::numeric < $6::numeric
           returning id
         )
         insert into vault.mails (id, user_id, kind, facts, language, created_at, due_at)
         select $1, $2, $3, jsonb_build_object('from', $6::text, 'upTo', $6::text), $4, $5, $7
          where not exists (select from waiting)
            and not exists (select from vault.mails where user_id = $2 and kind = $3
                              and (facts ->> 'upTo')::numeric >= $6::numeric)
         on conflict (id) do nothing`,
        [id, userId, kind, language, now, String(position), new Date(now.getTime() + ms)],
      );
      return rowCount === 1;
    },

    async take(most, ms) {
      const now = clock();
      const { rows } = await pool.query<MailRow>(
        `update vault.mails set tries = tries + 1, taken_until = $2
          where id in (
            select id from vault.mails
             where done_at is null and due_at <= $1 and (taken_until is null or taken_until <= $1)
             order by due_at, id limit $3 for update skip locked)
         returning id, user_id, kind, facts, language, created_at, tries`,
        [now, new Date(now.getTime() + ms), most],
      );
      return rows.map(takenMail);
    },

    async done(id) {
      await pool.query('update vault.mails set done_at = $2 where id = $1', [id, clock()]);
    },

    async putBack(id, dueAt) {
      await pool.query(
        'update vault.mails set due_at = $2, taken_until = null where id = $1 and done_at is null',
        [id, dueAt],
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
        'delete from vault.mails where created_at <= $1 and (done_at is not null or created_at <= $2)',
        [ago(knownMs), ago(longestMs)],
      );
    },

    async forgetAll(userId) {
      await pool.query('delete from vault.mails where user_id = $1', [userId]);
    },
  };
}
