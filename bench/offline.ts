import { randomBytes } from 'node:crypto';
import { loadavg } from 'node:os';
import { type Account, signUp } from '../e2e/support/accounts.ts';
import { type Instance, startInstance } from '../e2e/support/instance.ts';
import { Messenger } from '../e2e/support/messenger.ts';
import { describeMachine } from './support/machine.ts';
import { type Measured, measureDesk, type Plan } from './support/offlineDesk.ts';
import { markdownOf } from './support/offlineTable.ts';
import { optionsOf } from './support/options.ts';
import { seedConversations } from './support/seedConversations.ts';
import { launchWatched } from './support/watchedBrowser.ts';

/**
 * Costs of being offline, in real Chromium on the built product, for members with few and with many conversations:
 * storing a message, sending a queue, opening the app. Each is measured in turns with a peer, in one tab that is in
 * front. Needs a build and Chromium.
 *
 * npm run offline -w bench -- --messages 1000 --rounds 10 --conversations 100,2000,10000
 */
const values = optionsOf({ messages: '1000', rounds: '10', conversations: '100,2000,10000' });
const sizes = values.conversations
  .split(',')
  .map(Number)
  .toSorted((a, b) => a - b);
const [messages, rounds] = [Number(values.messages), Number(values.rounds)];
if (![messages, rounds, ...sizes].every((number) => Number.isInteger(number) && number > 0)) {
  throw new Error('Usage: --messages <n> --rounds <n> --conversations <n,n,...>');
}

const note = (line: string) => process.stderr.write(`${line}\n`);
const masterKey = randomBytes(32);

/** The rate of sending is measured with the fewest conversations; with more, fewer messages show how it changes. */
const planOf = (conversations: number): Plan =>
  conversations === sizes[0]
    ? { conversations, messages, rounds, drains: Math.min(rounds, 3) }
    : { conversations, messages: Math.max(20, Math.round(messages / 20)), rounds, drains: 1 };

async function measureAll(instance: Instance, accounts: readonly Account[]): Promise<readonly Measured[]> {
  const peer = await signUp(instance.url, 'Omar Haddad');
  const client = await Messenger.join(instance.url, 'node_client');
  const measured: Measured[] = [];
  try {
    for (const [index, account] of accounts.entries()) {
      const plan = planOf(sizes[index] ?? 0);
      const watched = await launchWatched();
      try {
        measured.push(await measureDesk({ instance, watched, account, peer, client, note }, plan));
      } catch (error) {
        note(await watched.report());
        throw error;
      } finally {
        await watched.close();
      }
    }
  } finally {
    client.close();
  }
  return measured;
}

async function main(): Promise<void> {
  const settings = { VAULT_KEY: masterKey.toString('base64') };
  const instance = await startInstance('postgres', { isFirstStart: true, settings });
  try {
    const accounts = await Promise.all(sizes.map((size) => signUp(instance.url, `Lena ${size}`)));
    await seedConversations(
      instance,
      masterKey,
      accounts.map(({ id }, index) => ({ id, conversations: sizes[index] ?? 0 })),
    );
    console.log(markdownOf(await measureAll(instance, accounts)));
    console.log(`\n${describeMachine()} Load of the machine: ${loadavg()[0]?.toFixed(1)}.`);
  } finally {
    await instance.remove();
  }
}

await main();
