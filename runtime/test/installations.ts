import { randomBytes, randomUUID } from 'node:crypto';
import { eventTypes, streams, type UserEvent } from '@pmcw/contracts/events';
import {
  createEventStore,
  type EventLog,
  openPostgresLog,
  type PostgresLog,
  type StoredEvent,
} from '@pmcw/event-store';
import { freshDatabase, passwordCost } from '@pmcw/testing';
import { openVault, type Vault } from '@pmcw/vault';

/** Vaults and logs with separate databases, so that any vault can meet any log. */
export class Installations {
  readonly #closers: (() => Promise<unknown>)[] = [];

  async vault(): Promise<Vault> {
    const database = await freshDatabase();
    this.#closers.push(() => database.drop());
    const options = { connectionString: database.url, masterKey: randomBytes(32), passwordCost };
    const vault = await openVault(options);
    this.#closers.push(() => vault.close());
    return vault;
  }

  async log(): Promise<PostgresLog> {
    const database = await freshDatabase();
    this.#closers.push(() => database.drop());
    const log = await openPostgresLog({ connectionString: database.url });
    this.#closers.push(() => log.close());
    return log;
  }

  async new(): Promise<Made> {
    const [vault, log] = await Promise.all([this.vault(), this.log()]);
    return { vault, log };
  }

  /** A vault and a log from before there were ids, with a member. */
  async old(member = 1): Promise<Made> {
    const made = await this.new();
    await register(made, member);
    return made;
  }

  async close(): Promise<void> {
    for (const close of this.#closers.splice(0).reverse()) await close();
  }
}

type Made = { readonly vault: Vault; readonly log: PostgresLog };

type Written = { readonly vault: Vault; readonly log: EventLog };

async function append({ vault, log }: Written, userId: number, event: UserEvent): Promise<void> {
  const metadata = {
    actorId: null,
    correlationId: 'spec',
    causationId: 'spec',
    time: new Date().toISOString(),
  };
  await createEventStore(log, eventTypes, vault.sealer).append(streams.user(userId), 'any', [
    { ...event, eventId: randomUUID(), metadata },
  ]);
}

/** Sealed with the member's key of the vault. */
export function register(made: Written, userId: number): Promise<void> {
  const data = {
    userId,
    username: `member${userId}`,
    fullName: 'A Member',
    email: `member${userId}@example.org`,
    telegramHandle: '',
    userType: 'General User',
  } as const;
  return append(made, userId, { type: 'UserRegistered', data });
}

export async function erase(made: Made, userId: number): Promise<void> {
  await append(made, userId, { type: 'UserDeleted', data: { userId } });
  await made.vault.subjectKeys.destroy(userId);
}

export async function eventsOf(log: EventLog): Promise<readonly StoredEvent[]> {
  return (await log.readAll(0n)).events;
}
