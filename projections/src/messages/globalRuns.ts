import { addToRows, type Transaction } from '../storage/table.ts';
import {
  type GlobalRunSendersTable,
  type GlobalRunsTable,
  globalRunSenders,
  globalRuns,
  type MessagesTable,
} from '../tables.ts';
import type { Digest } from './digest.ts';

/** Runs are cut by messages sent, so that deletions don't move the cuts. */
export class RunCounts {
  readonly #runs = new Map<string, GlobalRunsTable>();
  readonly #senders = new Map<string, GlobalRunSendersTable>();
  #newest: Pick<GlobalRunsTable, 'from_position' | 'sent'> | null;
  readonly #runLength: number;

  constructor(newest: Pick<GlobalRunsTable, 'from_position' | 'sent'> | null, runLength: number) {
    this.#newest = newest;
    this.#runLength = runLength;
  }

  sent({ sender_id, position }: MessagesTable, kept: boolean): void {
    const newest = this.#newest;
    const current =
      newest === null || newest.sent >= this.#runLength ? { from_position: position, sent: 0 } : newest;
    this.#newest = { from_position: current.from_position, sent: current.sent + 1 };
    this.#add(current.from_position, sender_id, 1, kept ? 1 : 0);
  }

  removed(fromPosition: string, senderId: number): void {
    this.#add(fromPosition, senderId, 0, -1);
  }

  async write(tx: Transaction): Promise<void> {
    await addToRows(tx, globalRuns, [...this.#runs.values()]);
    await addToRows(tx, globalRunSenders, [...this.#senders.values()]);
  }

  #add(from_position: string, sender_id: number, sent: number, live: number): void {
    const run = this.#runs.get(from_position) ?? { from_position, sent: 0, live: 0 };
    this.#runs.set(from_position, { from_position, sent: run.sent + sent, live: run.live + live });
    const key = `${sender_id} ${from_position}`;
    const sender = this.#senders.get(key) ?? { sender_id, from_position, live: 0 };
    this.#senders.set(key, { ...sender, live: sender.live + live });
  }
}

async function newestRun(tx: Transaction): Promise<GlobalRunsTable | null> {
  const found = await tx.query<GlobalRunsTable>(
    'select from_position, sent, live from global_runs order by from_position desc limit 1',
  );
  return found.rows[0] ?? null;
}

async function runsOf(
  tx: Transaction,
  messages: readonly MessagesTable[],
): Promise<Pick<GlobalRunSendersTable, 'sender_id' | 'from_position'>[]> {
  if (messages.length === 0) return [];
  const found = await tx.query<Pick<GlobalRunSendersTable, 'sender_id' | 'from_position'>>(
    `select m.sender_id, (select max(r.from_position) from global_runs r where r.from_position <= m.position)
       as from_position
     from unnest($1::bigint[], $2::integer[]) m (position, sender_id)`,
    [messages.map((message) => message.position), messages.map((message) => message.sender_id)],
  );
  return found.rows;
}

export async function writeGlobalRuns(
  tx: Transaction,
  digest: Digest,
  removed: readonly MessagesTable[],
  runLength: number,
): Promise<void> {
  const sent = digest.sent.filter((message) => message.receiver_id === null);
  const gone = removed.filter((message) => message.receiver_id === null);
  if (sent.length === 0 && gone.length === 0) return;
  const counts = new RunCounts(await newestRun(tx), runLength);
  const kept = new Set(digest.kept);
  for (const message of sent) counts.sent(message, kept.has(message));
  for (const { from_position, sender_id } of await runsOf(tx, gone)) counts.removed(from_position, sender_id);
  await counts.write(tx);
}

/** Counts a message again in its run. */
export async function countRestored(tx: Transaction, message: MessagesTable): Promise<void> {
  for (const run of await runsOf(tx, [message])) {
    await addToRows(tx, globalRuns, [{ from_position: run.from_position, sent: 0, live: 1 }]);
    await addToRows(tx, globalRunSenders, [{ ...run, live: 1 }]);
  }
}
