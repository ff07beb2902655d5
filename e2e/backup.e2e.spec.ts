import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { messagesSchema, profileSchema } from '@pmcw/contracts';
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

const engines = sampled(['postgres', 'eventstoredb'] as const, 1);
describe.each(engines)('a backup of log and vault, the log in %s', (engine) => {
  it('is taken from the running product, and turns an empty one into the same', async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'pmcw-e2e-'));
    const saved = path.join(folder, 'backup');
    const first = await startInstance(engine, { isFirstStart: true });
    instances.push(first);
    const [ida, jon] = [await Messenger.join(first.url, 'ida'), await Messenger.join(first.url, 'jon')];
    for (let n = 0; n < 25; n += 1) await ida.send(`To jon, number ${n}`, jon.userId);
    await jon.send('To everybody', null);
    backup('create', first, saved);
    const before = await jon.insist('GET', `/api/messages/${ida.userId}`);
    for (const messenger of [ida, jon]) messenger.close();

    // The second product has never run: its data folder contains only the key.
    const second = await startInstance(engine, { isStarted: false });
    instances.push(second);
    await copyFile(path.join(first.dataDir, 'vault.key'), path.join(second.dataDir, 'vault.key'));
    backup('restore', second, saved);
    await second.start();

    const again = await Messenger.signIn(second.url, 'jon');
    const withoutPositions = (body: unknown) =>
      v.parse(messagesSchema, body).map(({ position: _, ...message }) => message);
    expect(withoutPositions(before.body)).toHaveLength(25);
    // It is ready before the rebuilt read models are complete.
    await expect
      .poll(async () => withoutPositions((await again.insist('GET', `/api/messages/${ida.userId}`)).body))
      .toEqual(withoutPositions(before.body));
    await expect
      .poll(
        async () => v.safeParse(profileSchema, (await again.insist('GET', '/api/profile/ida')).body).output,
      )
      .toMatchObject({ id: ida.userId, fullName: 'The ida' });
    await again.send('And on it goes', ida.userId);
    again.close();
  });
});
