import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Changes, changesSchema } from '@pmcw/contracts';
import { sampled } from '@pmcw/testing';
import * as v from 'valibot';
import { afterEach, describe, expect, it } from 'vitest';
import { backup } from './support/backup.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { Messenger } from './support/messenger.ts';

const instances: Instance[] = [];
let folder = '';
afterEach(async () => {
  for (const instance of instances.splice(0)) await instance.remove();
  await rm(folder, { recursive: true, force: true });
});

/** As a device catches up: page by page, in the incarnation of its cursor. */
async function catchUp(member: Messenger, after: string, incarnation: string): Promise<Changes> {
  const query = new URLSearchParams({ after, incarnation });
  return v.parse(changesSchema, (await member.insist('GET', `/api/messages/changes?${query}`)).body);
}

const texts = ({ changes }: Changes) =>
  changes.flatMap((change) => ('message' in change ? [change.message.content] : []));

const engines = sampled(['postgres', 'eventstoredb'] as const, 1);
describe.each(engines)('a log that was restored from a backup and has grown since, in %s', (engine) => {
  it('has another incarnation: devices get everything, and read models are rebuilt', async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'pmcw-e2e-'));
    const saved = path.join(folder, 'backup');
    const first = await startInstance(engine, { isFirstStart: true });
    instances.push(first);
    const [ida, jon] = [await Messenger.join(first.url, 'ida'), await Messenger.join(first.url, 'jon')];
    for (const n of [1, 2, 3]) await ida.send(`Saved ${n}`, jon.userId);
    backup('create', first, saved);
    for (const n of [1, 2, 3]) await ida.send(`Lost ${n}`, jon.userId);
    await expect.poll(async () => texts(await catchUp(jon, '0', 'none'))).toHaveLength(6);
    const known = await catchUp(jon, '0', 'none');
    for (const messenger of [ida, jon]) messenger.close();

    const second = await startInstance(engine, { isStarted: false });
    instances.push(second);
    await copyFile(path.join(first.dataDir, 'vault.key'), path.join(second.dataDir, 'vault.key'));
    backup('restore', second, saved);
    await second.start();
    const [again, writer] = [
      await Messenger.signIn(second.url, 'jon'),
      await Messenger.signIn(second.url, 'ida'),
    ];
    const written = Array.from({ length: 9 }, (_, n) => `Written ${n}`);
    for (const text of written) await writer.send(text, jon.userId);
    const all = ['Saved 1', 'Saved 2', 'Saved 3', ...written];
    const restored = () => catchUp(again, known.position, known.incarnation ?? '');
    await expect.poll(async () => texts(await restored())).toEqual(all);
    const found = await restored();
    expect(BigInt(found.position)).toBeGreaterThan(BigInt(known.position));
    expect(found.incarnation).not.toBe(known.incarnation);
    // Its messages from here on are sent again.
    expect(BigInt(found.lostFrom ?? 0)).toBeLessThanOrEqual(BigInt(known.position));
    expect(texts(await catchUp(again, found.position, found.incarnation ?? ''))).toEqual([]);
    for (const messenger of [again, writer]) messenger.close();
  });
});
