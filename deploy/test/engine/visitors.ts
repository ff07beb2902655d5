/*
 * Members of a deployment who talk to each other. Runs in a container beside it, reads commands as lines from standard
 * input, and answers each with one line of JSON:
 *
 *   register, sign-in   four members register, with pictures, or sign in
 *   talk                they talk until `settle`
 *   progress            answers when they have sent 20 more messages
 *   settle              they stop; answers the outcome of all messages: see `Settled`
 */

import { resolve4 } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import readline from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { changesSchema, sessionUserSchema } from '@pmcw/contracts';
import * as v from 'valibot';
import { Messenger } from '../../../e2e/support/messenger.ts';
import type { Settled } from './settled.ts';

const site = process.env.SITE ?? '';
const names = ['ada', 'ben', 'cleo', 'dan'];
const pauseMs = 200;
const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

let members: Messenger[] = [];
let talking: Promise<unknown> = Promise.resolve();
let isTalking = false;
/** Failed reads of the directory since the members started to talk. */
let failedReads = 0;

const sent = () => members.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);

async function picture(member: Messenger): Promise<void> {
  const answer = await member.insist('PATCH', '/api/user/images', { avatarUrl: pixel });
  const { avatarUrl } = v.parse(v.object({ avatarUrl: v.string() }), answer.body);
  const shown = await fetch(new URL(avatarUrl, site));
  if (!shown.headers.get('content-type')?.startsWith('image/'))
    throw new Error(`${avatarUrl}: ${shown.status}`);
}

/** Resolves with the number of gateways. @throws when one of them has no socket */
async function connectEachGateway(): Promise<number> {
  const gateways = await resolve4('gateway');
  const sockets = await Promise.all(
    gateways.map(async (host) => {
      const metrics = await (await fetch(`http://${host}:8083/metrics`)).text();
      return Number(/^gateway_sockets (\d+)$/m.exec(metrics)?.[1] ?? 0);
    }),
  );
  if (sockets.some((count) => count === 0)) throw new Error(`sockets of the gateways: ${sockets}`);
  return gateways.length;
}

async function comeIn(isNew: boolean): Promise<object> {
  members = [];
  for (const name of names) {
    const member = isNew ? await Messenger.join(site, name) : await Messenger.signIn(site, name);
    members.push(member);
    if (isNew) await picture(member);
  }
  const admin = await Messenger.signIn(
    site,
    'admin',
    (await readFile('/run/secrets/admin_password', 'utf8')).trim(),
  );
  const user = v.parse(sessionUserSchema, (await admin.insist('GET', '/api/user')).body);
  admin.close();
  return { gateways: await connectEachGateway(), isAdmin: user.isAdmin };
}

async function talk(member: Messenger): Promise<void> {
  const others = members.filter((other) => other !== member);
  for (let n = 0; isTalking; n += 1) {
    const receiver = others[n % others.length]?.userId ?? null;
    await member.send(`${member.username} ${n}`, n % 4 === 0 ? null : receiver);
    await delay(pauseMs);
  }
}

/** Opens the directory again and again, as a visitor without an account. */
async function browse(): Promise<void> {
  while (isTalking) {
    const answer = await fetch(`${site}/api/directory`, { signal: AbortSignal.timeout(10_000) }).catch(
      () => null,
    );
    if (answer?.status !== 200) failedReads += 1;
    await answer?.arrayBuffer().catch(() => undefined);
    await delay(pauseMs);
  }
}

function startTalking(): object {
  isTalking = true;
  failedReads = 0;
  talking = Promise.all([...members.map(talk), browse()]);
  // `settle` awaits it, too.
  talking.catch(() => undefined);
  return {};
}

async function progress(): Promise<object> {
  const before = sent();
  while (sent() < before + 20) await Promise.race([delay(20), talking]);
  return { failedReads };
}

/** Ids of all messages that a member may read, as often as the log has them. */
async function messagesOf(member: Messenger): Promise<string[]> {
  const ids: string[] = [];
  for (let after = '0', more = true; more; ) {
    const { body } = await member.insist('GET', `/api/messages/changes?after=${after}`);
    const page = v.parse(changesSchema, body);
    for (const change of page.changes) if ('message' in change) ids.push(change.message.id);
    after = page.position;
    more = page.more;
  }
  return ids;
}

async function settle(): Promise<Settled> {
  isTalking = false;
  await talking;
  const all = await Promise.all(members.map(messagesOf));
  const known = new Set(all.flat());
  const doubled = all.flatMap((ids) => ids.filter((id, n) => ids.indexOf(id) !== n));
  const acknowledged = members.flatMap((member) => [...member.acknowledged]);
  return {
    messages: known.size,
    acknowledged: acknowledged.length,
    lost: acknowledged.filter((id) => !known.has(id)),
    doubled: [
      ...doubled,
      ...members.flatMap(({ seen }) => [...seen].flatMap(([id, times]) => (times > 1 ? [id] : []))),
    ],
    failedReads,
  };
}

const commands: Readonly<Record<string, () => object | Promise<object>>> = {
  register: () => comeIn(true),
  'sign-in': () => comeIn(false),
  talk: startTalking,
  progress,
  settle,
};

for await (const line of readline.createInterface({ input: process.stdin })) {
  const command = commands[line];
  try {
    if (command === undefined) throw new Error(`no such command: ${line}`);
    console.log(JSON.stringify({ done: await command() }));
  } catch (error) {
    console.log(JSON.stringify({ failed: String(error) }));
  }
}
process.exit(0);
