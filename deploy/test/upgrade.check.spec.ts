import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { root } from './composed.ts';

/** A fake Docker: every part runs twice, as `<part>-old-1` and `-2`; records the commands that change something. */
const standIn = (failing: string) => `#!/bin/sh
case "$*" in
  'compose ps --all --quiet '*) for name in "$5-old-1" "$5-old-2" "$5-new-1"; do echo "$name"; done ;;
  'compose ps --quiet '*) for name in "$4-old-1" "$4-old-2"; do echo "$name"; done ;;
  *) echo "$*" >>"$(dirname "$0")/asked"
    case "$*" in compose\\ up*' ${failing}') exit 1 ;; esac ;;
esac
`;

describe('an upgrade', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'pmcw-upgrade-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Upgrades; returns the exit code and the commands that Docker got, in order. */
  function upgrade(args: string[], failing = 'nothing') {
    const docker = path.join(folder, 'docker');
    writeFileSync(docker, standIn(failing));
    chmodSync(docker, 0o755);
    const env = { PATH: `${folder}:${process.env.PATH}` };
    const { status } = spawnSync(path.join(root, 'deploy/upgrade.sh'), args, { env });
    return { status, asked: readFileSync(path.join(folder, 'asked'), 'utf8').trim().split('\n') };
  }

  const up = (part: string) =>
    `compose up --detach --no-deps --no-recreate --wait --wait-timeout 300 --scale ${part}=4 ${part}`;
  const replaced = (part: string) => [
    up(part),
    `stop -t 30 ${part}-old-1 ${part}-old-2`,
    `rm ${part}-old-1 ${part}-old-2`,
  ];

  it('stops the old replicas of a part when its new ones are ready, readers before writers, the app last', () => {
    const order = ['projector', 'notary', 'gateway', 'command-service', 'query-service'];
    expect(upgrade([])).toEqual({ status: 0, asked: order.flatMap(replaced) });
  });

  it('replaces only the part that is named', () => {
    expect(upgrade(['gateway'])).toEqual({ status: 0, asked: replaced('gateway') });
  });

  it('that fails removes the new replicas, keeps the old ones, and stops there', () => {
    expect(upgrade([], 'gateway')).toEqual({
      status: 1,
      asked: [...replaced('projector'), ...replaced('notary'), up('gateway'), 'rm --force gateway-new-1'],
    });
  });
});
