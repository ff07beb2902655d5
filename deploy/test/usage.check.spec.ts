import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from './composed.ts';

it.each(['check.sh', 'secrets.sh', 'upgrade.sh'])(
  'deploy/%s explains itself, and refuses the rest',
  (name) => {
    const call = (...args: string[]) =>
      spawnSync(path.join(root, 'deploy', name), args, { encoding: 'utf8', stdio: 'pipe' });
    const usage = expect.stringContaining(`Usage: deploy/${name} `);
    expect(call('--help')).toMatchObject({ status: 0, stdout: usage, stderr: '' });
    expect(call('--nonsense')).toMatchObject({ status: 2, stdout: '', stderr: usage });
    expect(call('--nonsense', 'more')).toMatchObject({ status: 2, stdout: '', stderr: usage });
  },
);
