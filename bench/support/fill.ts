import { randomUUID } from 'node:crypto';
import { eventTypes, type ProductEvent, streams } from '@pmcw/contracts/events';
import { createEventStore, openPostgresLog } from '@pmcw/event-store';
import type { Vault } from '@pmcw/vault';
import { startBar } from './bar.ts';
import { type MadeMember, makeMembers } from './members.ts';

const appendsAtOnce = 200;

function eventsOf({ id: userId, isAuthorized, networks, ...member }: MadeMember): ProductEvent[] {
  const { username, fullName, email, userType, bio } = member;
  const wallets = networks.map(
    (network): ProductEvent => ({
      type: 'WalletAdded',
      data: { userId, walletId: `${network}-${userId}`, network, address: `0x${userId.toString(16)}` },
    }),
  );
  return [
    { type: 'UserRegistered', data: { userId, username, fullName, email, telegramHandle: '', userType } },
    ...(userId === 1 ? [{ type: 'AdminGranted', data: { userId } } as const] : []),
    ...(bio === ''
      ? []
      : [{ type: 'ProfileEdited', data: { userId, fullName, bio, telegramHandle: '' } } as const]),
    ...wallets,
    ...(isAuthorized ? [{ type: 'UserVerified', data: { userId } } as const] : []),
  ];
}

/** Writes the events of so many members into the log, encrypted as in the product; the first is an administrator. */
export async function fillLog(connectionString: string, vault: Vault, members: number): Promise<void> {
  const eventStore = createEventStore(await openPostgresLog({ connectionString }), eventTypes, vault.sealer);
  const bar = startBar(members, 'members written');
  const write = async (member: MadeMember) => {
    const events = eventsOf(member).map((event) => ({
      ...event,
      eventId: randomUUID(),
      metadata: {
        actorId: member.id,
        correlationId: randomUUID(),
        causationId: randomUUID(),
        time: new Date().toISOString(),
      },
    }));
    await eventStore.append(streams.user(member.id), 'no-stream', events);
    bar.increment();
  };
  try {
    // All writers share one iterator: each takes the next member.
    const story = makeMembers(members);
    await Promise.all(
      Array.from({ length: appendsAtOnce }, async () => {
        for (const member of story) await write(member);
      }),
    );
  } finally {
    bar.stop();
    await eventStore.close();
  }
}
