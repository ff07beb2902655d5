import { randomBytes, randomUUID } from 'node:crypto';
import { eventTypes, streams } from '@pmcw/contracts/events';
import { createEventStore, type EventLog, openPostgresLog, type StoredEvent } from '@pmcw/event-store';
import { freshDatabase } from '@pmcw/testing';
import { openVault, type Vault } from '@pmcw/vault';

/** Vaults and logs, each in a database of its own, so that any vault can meet any log. */
export class Installations {
  readonly #closers: (() => Promise<unknown>)[] = [];

  /** A new vault. */
  async vault(): Promise<Vault> {
    const database = await freshDatabase();
    this.#closers.push(() => database.drop());
    const vault = await openVault({ connectionString: database.url, masterKey: randomBytes(32) });
    this.#closers.push(() => vault.close());
    return vault;
  }

  /** An empty log. */
  async log(): Promise<EventLog> {
    const database = await freshDatabase();
    this.#closers.push(() => database.drop());
    const log = await openPostgresLog({ connectionString: database.url });
    this.#closers.push(() => log.close());
    return log;
  }

  /** A new vault and an empty log. */
  async new(): Promise<{ readonly vault: Vault; readonly log: EventLog }> {
    return { vault: await this.vault(), log: await this.log() };
  }

  /** A vault and a log from before there was an id, with a member. */
  async old(member = 1): Promise<{ readonly vault: Vault; readonly log: EventLog }> {
    const made = await this.new();
    await register(made, member);
    return made;
  }

  async close(): Promise<void> {
    for (const close of this.#closers.splice(0).reverse()) await close();
  }
}

/** Appends the registration of a member, sealed with their key of the vault. */
export async function register({ vault, log }: { vault: Vault; log: EventLog }, userId: number) {
  const data = {
    userId,
    username: `member${userId}`,
    fullName: 'A Member',
    email: `member${userId}@example.org`,
    telegramHandle: '',
    userType: 'General User',
  } as const;
  const metadata = {
    actorId: null,
    correlationId: 'spec',
    causationId: 'spec',
    time: new Date().toISOString(),
  };
  await createEventStore(log, eventTypes, vault.sealer).append(streams.user(userId), 'no-stream', [
    { type: 'UserRegistered', data, eventId: randomUUID(), metadata },
  ]);
}

/** Everything that is in a log. */
export async function eventsOf(log: EventLog): Promise<readonly StoredEvent[]> {
  return (await log.readAll(0n)).events;
}
