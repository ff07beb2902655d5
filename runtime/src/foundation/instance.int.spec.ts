import { randomUUID } from 'node:crypto';
import type { Vault } from '@pmcw/vault';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { erase, eventsOf, Installations, register } from '../../test/installations.ts';
import { identityOf } from './incarnation.ts';
import { type Installation, type Verified, verifyInstance } from './instance.ts';

let given: Installations;
beforeEach(() => {
  given = new Installations();
});
afterEach(() => given.close());

const idOf = (verified: Verified | undefined) =>
  verified !== undefined && 'id' in verified ? verified.id : null;

/** Vault and log have the same id, the log in one event. */
async function expectOneId({ vault, log }: Pick<Installation, 'vault' | 'log'>, verified?: Verified) {
  const { id, isConfirmed } = await vault.instance.find();
  expect([id, isConfirmed]).toEqual([(await identityOf(log)).name, true]);
  if (verified !== undefined) expect(idOf(verified)).toBe(id);
  expect((await eventsOf(log)).filter(({ type }) => type === 'InstanceNamed')).toHaveLength(1);
}

/** The log is refused every time, and nothing is written to it. */
async function expectWrong(installation: Installation, reason: string) {
  const before = await eventsOf(installation.log);
  const { isConfirmed } = await installation.vault.instance.find();
  for (let times = 0; times < 2; times += 1) {
    expect(await verifyInstance(installation)).toEqual({ wrong: reason });
  }
  expect(await eventsOf(installation.log)).toEqual(before);
  expect((await installation.vault.instance.find()).isConfirmed).toBe(isConfirmed);
}

describe('vault and log get one id', () => {
  it('when both are new, also with concurrent checks; and keep it', async () => {
    const made = await given.new();
    const verified = await Promise.all(Array.from({ length: 5 }, () => verifyInstance(made)));
    await expectOneId(made, verified[0]);
    expect(new Set(verified.map(idOf)).size).toBe(1);
    expect(await verifyInstance(made)).toEqual(verified[0]);
    await expectOneId(made);
  });

  it('when another process names the log and writes events during the check', async () => {
    const made = await given.new();
    const log = {
      ...made.log,
      readStream: made.log.readStream.bind(made.log),
      origin: made.log.origin.bind(made.log),
      async head() {
        await verifyInstance(made);
        await register(made, 1);
        return made.log.head();
      },
    };
    await expectOneId(made, await verifyInstance({ vault: made.vault, log }));
  });

  it('when they are from before there were ids, also with crashed registrations', async () => {
    const made = await given.old(3);
    await made.vault.subjectKeys.keysOf([1, 2], true);
    await expectOneId(made, await verifyInstance(made));
  });

  it('when all earlier members are erased', async () => {
    const made = await given.old(7);
    await erase(made, 7);
    await expectOneId(made, await verifyInstance(made));
  });

  it('of the log, when the vault is older', async () => {
    const made = await given.old();
    const idOfLog = idOf(await verifyInstance(made));
    // Like a backup of the vault from before the id.
    const restored = { vault: { ...made.vault, instance: (await given.vault()).instance }, log: made.log };
    expect(idOf(await verifyInstance(restored))).toBe(idOfLog);
    await expectOneId(restored);
  });
});

/** An installation with a failing write: before it reaches the other side, or before the answer comes. */
function cutAt(installation: Installation, write: number, when: 'before' | 'after'): Installation {
  let writes = 0;
  async function cut<T>(work: () => Promise<T>): Promise<T> {
    writes += 1;
    if (writes === write && when === 'before') throw new Error('cut');
    const done = await work();
    if (writes === write) throw new Error('cut');
    return done;
  }
  const { vault, log } = installation;
  const instance: Vault['instance'] = {
    find: () => cut(() => vault.instance.find()),
    confirm: (id) => cut(() => vault.instance.confirm(id)),
  };
  const cutLog: Installation['log'] = {
    engine: log.engine,
    append: (...args) => cut(() => log.append(...args)),
    appendInOrder: (...args) => cut(() => log.appendInOrder(...args)),
    readStream: (...args) => log.readStream(...args),
    readAll: (...args) => log.readAll(...args),
    subscribe: (...args) => log.subscribe(...args),
    head: () => log.head(),
    origin: () => log.origin(),
    close: () => log.close(),
  };
  return { vault: { ...vault, instance }, log: cutLog };
}

describe.each(['new', 'old'] as const)('an interrupted first start of an installation that is %s', (age) => {
  // Its writes: making an id, naming the log, reading the id again, confirming it.
  it.each([1, 2, 3, 4].flatMap((write) => [[write, 'before'] as const, [write, 'after'] as const]))(
    'at write %i, %s it was done, succeeds at the next start',
    async (write, when) => {
      const made = await given[age]();
      await expect(verifyInstance(cutAt(made, write, when))).rejects.toThrow('cut');
      await expectOneId(made, await verifyInstance(made));
    },
  );

  it('has no other writes', async () => {
    const made = await given[age]();
    await expectOneId(made, await verifyInstance(cutAt(made, 5, 'before')));
  });
});

describe('a wrong log', () => {
  it('is one named by another installation', async () => {
    const [ours, others] = [await given.old(), await given.old()];
    await verifyInstance(ours);
    await verifyInstance(others);
    await expectWrong({ vault: ours.vault, log: others.log }, 'it belongs to another installation');
    await expectWrong({ vault: await given.vault(), log: others.log }, 'it belongs to another installation');
  });

  it('is an old one of another installation, with the same member ids', async () => {
    const [ours, others] = [await given.old(), await given.old()];
    await expectWrong({ vault: ours.vault, log: others.log }, 'no member of the vault is in it');
    await verifyInstance(ours);
    await expectWrong(
      { vault: ours.vault, log: others.log },
      'it does not carry the id of this installation',
    );
  });

  it('is an old one of another installation, with a member who has the id of an erased one here', async () => {
    const [ours, others] = [await given.old(7), await given.old(7)];
    await erase(ours, 7);
    await expectWrong({ vault: ours.vault, log: others.log }, 'no member of the vault is in it');
  });

  it('is an empty one for a vault with members, and for one with a confirmed id', async () => {
    const [old, fresh] = [await given.old(), await given.new()];
    await expectWrong({ vault: old.vault, log: await given.log() }, 'it is empty, and the vault is not new');
    await verifyInstance(fresh);
    await expectWrong(
      { vault: fresh.vault, log: await given.log() },
      'it is empty, and the vault is not new',
    );
  });

  it('is one with events for an empty vault', async () => {
    const { log } = await given.old();
    await expectWrong({ vault: await given.vault(), log }, 'it holds events, and the vault no member');
  });

  it('stays wrong although a member of this vault got into it', async () => {
    const { vault, log } = await given.old();
    await verifyInstance({ vault, log });
    const wrong = await given.log();
    await register({ vault, log: wrong }, 2);
    await expectWrong({ vault, log: wrong }, 'it does not carry the id of this installation');
  });

  it('is one with foreign data in the id’s stream', async () => {
    const { vault, log } = await given.new();
    const event = { eventId: randomUUID(), type: 'Made', data: {}, metadata: {} };
    await log.append('instance', 'any', [event]);
    await expectWrong({ vault, log }, 'it belongs to another installation');
  });

  it('is that of the second, when two new vaults are given one log', async () => {
    const log = await given.log();
    const vaults = [await given.vault(), await given.vault()];
    const verified = await Promise.all(vaults.map((vault) => verifyInstance({ vault, log })));
    expect(verified.filter((found) => 'id' in found)).toHaveLength(1);
    expect(verified).toContainEqual({ wrong: 'it belongs to another installation' });
    expect(await eventsOf(log)).toHaveLength(1);
  });
});
