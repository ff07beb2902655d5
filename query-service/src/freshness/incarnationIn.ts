import { sql } from 'kysely';

/** The column as JSON, because a projector of an earlier release may not have added it yet; null then. */
export const incarnationIn = (checkpoints: string) =>
  sql<string | null>`to_jsonb(${sql.ref(checkpoints)}) ->> 'incarnation'`.as('incarnation');
