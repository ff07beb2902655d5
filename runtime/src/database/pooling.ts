import pg from 'pg';
import { z } from 'zod';
import type { Finding } from './requirements.ts';

/** Of PostgreSQL, and of poolers that refuse a client. */
const protocolViolation = '08P01';

const inIni = (setting: string): string => `in pgbouncer.ini: ${setting}`;

/** The parameters with which our pools connect. */
export const sessionParameters = {
  statement_timeout: 60_000,
  idle_in_transaction_session_timeout: 60_000,
  options: '-c synchronous_commit=off',
};

const isRefusal = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && error.code === protocolViolation;

const refusedParameters: Finding = {
  isRefused: true,
  problem: 'a pooler in front of it refuses the parameters of our connections',
  remedy: inIni('ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout,options'),
};

const sharedSessions: Finding = {
  isRefused: true,
  problem:
    'a pooler in front of it shares sessions between connections, so locks, LISTEN and prepared statements get lost',
  remedy: inIni('pool_mode = session'),
};

const noLimits = (role: string): Finding => ({
  isRefused: false,
  problem:
    'a pooler in front of it drops statement_timeout and idle_in_transaction_session_timeout of our connections',
  remedy: `psql -c "alter role ${role} set statement_timeout = '11min'" -c "alter role ${role} set idle_in_transaction_session_timeout = '60s'"`,
});

/** Null if a pooler refuses the parameters. */
export async function connectWithParameters(client: pg.Client): Promise<'connected' | Finding> {
  try {
    await client.connect();
    return 'connected';
  } catch (error) {
    if (isRefusal(error)) return refusedParameters;
    throw error;
  }
}

const sessionSchema = z.tuple([z.object({ pid: z.number(), limits: z.boolean() })]);

/** The process of the server that answers, and whether a statement or an idle transaction has a limit. */
async function session(client: pg.Client): Promise<z.infer<typeof sessionSchema>[0]> {
  const { rows } = await client.query(
    `select pg_backend_pid() as pid,
       current_setting('statement_timeout') <> '0'
       and current_setting('idle_in_transaction_session_timeout') <> '0' as limits`,
  );
  return sessionSchema.parse(rows)[0];
}

/**
 * In session mode, as without a pooler, a connection keeps its process of the server. With a transaction of the second
 * one between two of the first, no pooler that gives processes back can keep both apart.
 */
async function areApart(first: pg.Client, second: pg.Client): Promise<boolean> {
  const before = await session(first);
  try {
    await second.query('begin');
    const between = await session(second);
    const after = await session(first);
    await second.query('rollback');
    return before.pid === after.pid && before.pid !== between.pid;
  } catch (error) {
    // Statement pooling has no transactions.
    if (isRefusal(error)) return false;
    throw error;
  }
}

/** @param second connected with `sessionParameters` */
export async function poolingFindings(
  first: pg.Client,
  second: pg.Client,
  role: string,
): Promise<readonly Finding[]> {
  if (!(await areApart(first, second))) return [sharedSessions];
  return (await session(second)).limits ? [] : [noLimits(role)];
}
