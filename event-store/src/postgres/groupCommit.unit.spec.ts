import { eventually } from '@pmcw/testing/eventually';
import { DatabaseError } from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { anEvent } from '../../test/events.ts';
import { type PreparedAppend, prepareAppend } from '../engine/preparedAppend.ts';
import { LogUnavailableError } from '../errors.ts';
import type { NewEvent } from '../port.ts';
import type { Outcome } from './batchStatement.ts';
import { GroupCommit, type GroupCommitOptions } from './groupCommit.ts';

type Commit = GroupCommitOptions['commit'];

/** A database that writes all appends, with its batches by stream name. */
function writing(): { commit: Commit; batches: string[][] } {
  const batches: string[][] = [];
  let position = 0n;
  const commit: Commit = async (batch) => {
    batches.push(batch.map((append) => append.stream));
    return batch.map((): Outcome => {
      position += 1n;
      return { kind: 'written', revision: 0, position };
    });
  };
  return { commit, batches };
}

function groupCommit(commit: Commit, limits: Partial<GroupCommitOptions> = {}) {
  const onRetry = vi.fn();
  const options = { maxQueue: 100, appendTimeoutMs: 10_000, onFlush: vi.fn(), onWritten: vi.fn(), onRetry };
  return { group: new GroupCommit({ ...options, commit, ...limits }), onRetry };
}

function append(stream: string, event: NewEvent = anEvent()): PreparedAppend {
  return prepareAppend(stream, 'any', [event]);
}

function badValue(): DatabaseError {
  const error = new DatabaseError('refused', 0, 'error');
  error.code = '23514';
  return error;
}

describe('gathering', () => {
  it('commits together what arrives during a flush', async () => {
    const database = writing();
    let finish = () => {};
    const gate = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const { group } = groupCommit(async (batch) => {
      const outcomes = database.commit(batch);
      if (database.batches.length === 1) await gate;
      return outcomes;
    });
    const first = group.append(append('a'));
    await eventually(() => expect(database.batches).toHaveLength(1));
    const rest = ['b', 'c', 'd'].map((stream) => group.append(append(stream)));
    expect(group.depth).toBe(3);
    finish();
    await Promise.all([first, ...rest]);
    expect(database.batches).toEqual([['a'], ['b', 'c', 'd']]);
  });

  it('ends a batch before a repeated event id', async () => {
    const { commit, batches } = writing();
    const { group } = groupCommit(commit);
    const event = anEvent();
    await Promise.all([
      group.append(append('a', event)),
      group.append(append('b')),
      group.append(append('c', event)),
      group.append(append('d')),
    ]);
    expect(batches).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });

  it('ends a batch before it becomes too large, but accepts a single append that is', async () => {
    const { commit, batches } = writing();
    const { group } = groupCommit(commit);
    const large = (characters: number) => anEvent({ data: { text: 'x'.repeat(characters) } });
    await Promise.all([
      group.append(append('a', large(3_000_000))),
      group.append(append('b', large(2_000_000))),
      group.append(append('c', large(6_000_000))),
      group.append(append('d')),
    ]);
    expect(batches).toEqual([['a'], ['b'], ['c'], ['d']]);
  });
});

describe('appends that are queued together', () => {
  it('are in one batch, after those before them, even if it becomes too large', async () => {
    const { commit, batches } = writing();
    const { group } = groupCommit(commit);
    const large = (stream: string) => append(stream, anEvent({ data: { text: 'x'.repeat(3_000_000) } }));
    const [, results] = await Promise.all([
      group.append(large('a')),
      group.appendInOrder([large('b'), large('c')]),
      group.append(append('d')),
    ]);
    expect(batches).toEqual([['a'], ['b', 'c'], ['d']]);
    expect(results).toMatchObject([{ value: { position: 2n } }, { value: { position: 3n } }]);
  });

  it('fail together in an outage or with a bad value, and end one by one in a conflict', async () => {
    const outcomes = (batch: readonly PreparedAppend[]) =>
      batch.map(
        ({ stream }): Outcome =>
          stream === 'taken'
            ? { kind: 'refused', actual: 0 }
            : { kind: 'written', revision: 0, position: 1n },
      );
    let error: Error | null = new Error('Connection terminated unexpectedly');
    const commit: Commit = async (batch) => {
      if (batch.some(({ stream }) => stream === 'bad')) throw badValue();
      if (error !== null) throw error;
      return outcomes(batch);
    };
    const { group } = groupCommit(commit, { appendTimeoutMs: 50 });
    const three = (second: string) => group.appendInOrder(['a', second, 'c'].map((stream) => append(stream)));
    await expect(three('b')).rejects.toThrow(LogUnavailableError);
    error = null;
    const [bad, other] = await Promise.allSettled([three('bad'), group.append(append('other'))]);
    expect([bad.status, other.status]).toEqual(['rejected', 'fulfilled']);
    expect((await three('taken')).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(group.depth).toBe(0);
  });

  it('count one by one against the limit, all or none', async () => {
    const { group } = groupCommit(() => new Promise<never>(() => undefined), { maxQueue: 3 });
    void group.append(append('a'));
    await eventually(() => expect(group.depth).toBe(0));
    void group.appendInOrder([append('b'), append('c')]);
    await expect(group.appendInOrder([append('d'), append('e')])).rejects.toThrow(LogUnavailableError);
    void group.append(append('f'));
    expect(group.depth).toBe(3);
  });
});

describe('failing', () => {
  it('retries a batch in order after an outage of the database', async () => {
    const { commit, batches } = writing();
    let failures = 3;
    const { group, onRetry } = groupCommit(async (batch) => {
      if (failures-- > 0) throw new Error('Connection terminated unexpectedly');
      return commit(batch);
    });
    await Promise.all(['a', 'b'].map((stream) => group.append(append(stream))));
    expect(batches).toEqual([['a', 'b']]);
    expect(onRetry).toHaveBeenCalledTimes(3);
  });

  it('gives up after an append’s timeout, with the cause', async () => {
    const cause = new Error('Connection terminated unexpectedly');
    const { group } = groupCommit(() => Promise.reject(cause), { appendTimeoutMs: 50 });
    const error: unknown = await group.append(append('a')).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(LogUnavailableError);
    expect(error).toMatchObject({ cause });
    expect(group.depth).toBe(0);
  });

  it('retries a batch one by one if one has a bad value, and only that one fails', async () => {
    const { commit, batches } = writing();
    const { group, onRetry } = groupCommit(async (batch) => {
      if (batch.some(({ stream }) => stream === 'bad')) throw badValue();
      return commit(batch);
    });
    const results = await Promise.allSettled(
      ['a', 'bad', 'b', 'c'].map((stream) => group.append(append(stream))),
    );
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    expect(batches).toEqual([['a'], ['b'], ['c']]);
    await Promise.all(['d', 'e'].map((stream) => group.append(append(stream))));
    expect(batches.at(-1)).toEqual(['d', 'e']);
    expect(onRetry).not.toHaveBeenCalled();
  });

  it('limits queued appends', async () => {
    const never = () => new Promise<never>(() => undefined);
    const { group } = groupCommit(never, { maxQueue: 2 });
    void group.append(append('a'));
    await eventually(() => expect(group.depth).toBe(0));
    void group.append(append('b'));
    void group.append(append('c'));
    await expect(group.append(append('d'))).rejects.toThrow(LogUnavailableError);
  });

  it('limits the memory of queued appends', async () => {
    const { group } = groupCommit(() => new Promise<never>(() => undefined));
    const large = () => group.append(append('a', anEvent({ data: { text: 'x'.repeat(20_000_000) } })));
    void large();
    await eventually(() => expect(group.depth).toBe(0));
    for (let n = 0; n < 3; n += 1) void large();
    await expect(large()).rejects.toThrow('Too many appends');
  });
});

describe('closing', () => {
  const away = new Error('connect ECONNREFUSED');
  /** Errors of the refused appends. */
  const refusals = async (appends: readonly Promise<unknown>[]) =>
    (await Promise.allSettled(appends)).map((outcome) => outcome.status === 'rejected' && outcome.reason);
  const refused = expect.objectContaining({ name: 'LogUnavailableError', cause: away });

  it('finishes the flush under way, and the appends behind it', async () => {
    const { commit, batches } = writing();
    let finish = () => {};
    const gate = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const { group } = groupCommit(async (batch) => {
      const outcomes = commit(batch);
      if (batches.length === 1) await gate;
      return outcomes;
    });
    const first = group.append(append('a'));
    await eventually(() => expect(batches).toHaveLength(1));
    const second = group.append(append('b'));
    const closed = group.close();
    finish();
    await Promise.all([first, second, closed]);
    expect(batches).toEqual([['a'], ['b']]);
    await expect(group.append(append('c'))).rejects.toThrow(LogUnavailableError);
  });

  it('cancels a pending retry', async () => {
    const never = Number.POSITIVE_INFINITY;
    const { group, onRetry } = groupCommit(() => Promise.reject(away), { appendTimeoutMs: never });
    const appends = ['a', 'b'].map((stream) => group.append(append(stream)));
    await eventually(() => expect(onRetry).toHaveBeenCalled());
    await group.close();
    expect(await refusals(appends)).toEqual([refused, refused]);
    expect(group.depth).toBe(0);
  });

  it('refuses the appends behind a failing flush', async () => {
    let fail = () => {};
    const gate = new Promise<never>((_resolve, reject) => {
      fail = () => reject(away);
    });
    const commit = vi.fn(() => gate);
    const { group, onRetry } = groupCommit(commit, { appendTimeoutMs: Number.POSITIVE_INFINITY });
    const first = group.append(append('a'));
    await eventually(() => expect(commit).toHaveBeenCalled());
    const appends = [first, group.append(append('b'))];
    const closed = group.close();
    fail();
    expect(await refusals(appends)).toEqual([refused, refused]);
    await closed;
    expect(commit).toHaveBeenCalledTimes(1);
    expect(onRetry).not.toHaveBeenCalled();
  });
});
