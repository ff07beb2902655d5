import { randomBytes } from 'node:crypto';
import { type Account, signUp, takeSessionOf } from '../e2e/support/accounts.ts';
import { type Instance, startInstance } from '../e2e/support/instance.ts';
import { closedLoop } from './support/closedLoop.ts';
import { listed, noteUsable, untilListNoted } from './support/offlinePage.ts';
import { optionsOf } from './support/options.ts';
import { untilProjected } from './support/projected.ts';
import { compared, report } from './support/results.ts';
import { inTurns, median } from './support/rounds.ts';
import { seedConversations } from './support/seedConversations.ts';
import { launchWatched, type WatchedBrowser } from './support/watchedBrowser.ts';

/**
 * The list of 10,000 conversations of a member who has blocked or not yet accepted 1,000 of the other members, beside
 * that of a member who has not: its first page over HTTP; and in the app on a new device, and on one that has the list.
 * Needs a build and Chromium.
 *
 * npm run hidden -w bench -- --rounds 5 --seconds 4 --conversations 10000 --hidden 1000
 */
const values = optionsOf({ rounds: '5', seconds: '4', conversations: '10000', hidden: '1000' });
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];
const [conversations, hidden] = [Number(values.conversations), Number(values.hidden)];
const target = '≤ 1.2';
const masterKey = randomBytes(32);

interface Listing {
  readonly name: 'hidden' | 'shown';
  readonly account: Account;
  /** Conversations in the list, with the global chat. */
  readonly length: number;
}

async function listingsOf(instance: Instance): Promise<readonly [Listing, Listing]> {
  const [some, none] = [await signUp(instance.url, 'Lena Hidden'), await signUp(instance.url, 'Lena Shown')];
  const owners = [
    { id: some.id, conversations, hidden },
    { id: none.id, conversations },
  ];
  await untilProjected(await seedConversations(instance, masterKey, owners));
  return [
    { name: 'hidden', account: some, length: conversations - hidden + 1 },
    { name: 'shown', account: none, length: conversations + 1 },
  ];
}

/** Milliseconds per answer. */
async function overHttp({ url }: Instance, listings: readonly Listing[]) {
  const contenders = listings.map(({ name, account: { cookie } }) => ({
    name,
    run: (forSeconds: number) =>
      closedLoop(1, forSeconds, async () => {
        const response = await fetch(`${url}/api/messages/conversations`, { headers: { cookie } });
        if (response.status !== 200) throw new Error(`The list was answered with ${response.status}`);
        await response.arrayBuffer();
      }),
  }));
  const perSecond = await inTurns(contenders, { rounds, seconds, warmUp: 2 });
  return (name: Listing['name']) => 1000 / median(perSecond.get(name) ?? []);
}

interface Opened {
  readonly first: number;
  readonly whole: number;
  readonly again: number;
}

/** Opens the list on a device that never saw it, and then once more. */
async function openOn(watched: WatchedBrowser, url: string, listing: Listing): Promise<Opened> {
  const context = await watched.browser.newContext({ baseURL: url, viewport: { width: 1280, height: 860 } });
  try {
    await noteUsable(context, listing.length);
    await takeSessionOf(context, url, listing.account);
    const page = await context.newPage();
    watched.watch(page);
    await page.bringToFront();
    const { first, all: whole } = await listed(page, '/messages');
    await untilListNoted(page);
    const { first: again } = await listed(page, '/messages');
    return { first, whole, again };
  } finally {
    await context.close();
  }
}

/** Milliseconds. */
async function inApp({ url }: Instance, listings: readonly Listing[]) {
  const opened = { hidden: [] as Opened[], shown: [] as Opened[] };
  const watched = await launchWatched();
  try {
    for (let round = 0; round < rounds; round += 1)
      for (const listing of listings) {
        process.stderr.write(`round ${round + 1} of ${rounds}: ${listing.name}\n`);
        opened[listing.name].push(await openOn(watched, url, listing));
      }
  } catch (error) {
    process.stderr.write(`${await watched.report()}\n`);
    throw error;
  } finally {
    await watched.close();
  }
  return (name: Listing['name'], what: keyof Opened) => median(opened[name].map((times) => times[what]));
}

const instance = await startInstance('postgres', {
  isFirstStart: true,
  settings: { VAULT_KEY: masterKey.toString('base64') },
});
try {
  const listings = await listingsOf(instance);
  const http = await overHttp(instance, listings);
  const app = await inApp(instance, listings);
  const ofApp = (what: keyof Opened) => ({ product: app('hidden', what), peer: app('shown', what) });
  const figures = { product: http('hidden'), peer: http('shown') };
  await report([
    compared('first page over HTTP', 'ms', figures, target),
    compared('first rows on a new device', 'ms', ofApp('first'), target),
    compared('whole list on a new device', 'ms', ofApp('whole'), target),
    compared('first rows on a device that has the list', 'ms', ofApp('again'), target),
  ]);
} finally {
  await instance.remove();
}
