import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { endMarked, isAlive, isOwnChild, markers, ownName } from './leftovers.ts';

const marker = 'PMCW_SPEC_OF_LEFTOVERS';

/** Starts a shell that starts another process, both marked; resolves with the second's pid when both run. */
async function startTwo(name: string) {
  const child = spawn('sh', ['-c', 'sleep 300 & echo $!; wait'], {
    env: { ...process.env, [marker]: name },
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line]: Buffer[] = await once(child.stdout, 'data');
  return { child, grandchild: Number(String(line)) };
}

describe('a process that a spec started', () => {
  it('is found by its mark, and ended with its child processes', async () => {
    const mine = await startTwo('mine');
    const others = await startTwo('others');
    const ended = once(mine.child, 'exit');
    expect(endMarked(marker, (name) => name === 'mine').toSorted()).toEqual([
      'sh -c sleep 300 & echo $!; wait',
      'sleep 300',
    ]);
    expect((await ended)[1]).toBe('SIGKILL');
    await expect.poll(() => endMarked(marker, (name) => name === 'mine')).toEqual([]);
    expect(others.child.signalCode).toBeNull();
    expect(endMarked(marker, (name) => name === 'others')).toHaveLength(2);
  });

  it('is distinguished from direct child processes', async () => {
    const { child, grandchild } = await startTwo('either');
    expect([child.pid, grandchild].map((pid) => isOwnChild(String(pid)))).toEqual([true, false]);
    endMarked(marker, (name) => name === 'either');
  });

  it('has the mark of its file and of its run', () => {
    expect(process.env[markers.file]).toBe(ownName());
    expect(isAlive(process.env[markers.run] ?? '')).toBe(true);
  });
});

describe('a run', () => {
  it('is alive while the process of its name is, but not if another process got its pid', () => {
    expect(isAlive(ownName())).toBe(true);
    expect(isAlive(`${process.pid}-1`)).toBe(false);
    expect(isAlive('')).toBe(false);
  });
});
