// @ts-check
// `npm run again -- <spec file> --times 20 --hogs 2`: repeats a spec file beside programs that keep the processor busy,
// and reports how often it failed. One failure in twenty is a defect.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { build, install, root } from './prepare.mjs';
import { argumentsOf, misused } from './usage.mjs';

function options() {
  const { values, positionals } = argumentsOf('again');
  const [file = '', ...more] = positionals;
  const tier = /\.(unit|int|e2e)\.spec\.tsx?$/.exec(file)?.[1];
  if (tier === undefined || more.length > 0) return misused('again', 'It takes one spec file.');
  if (!existsSync(path.resolve(root, file))) return misused('again', `There is no ${file}.`);
  return {
    file: path.resolve(root, file),
    tier,
    times: Number(values.times),
    hogs: Number(values.hogs),
  };
}

const { file, tier, times, hogs } = options();
install();
build();

const busy = Array.from({ length: hogs }, () =>
  spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
);
process.on('exit', () => {
  for (const hog of busy) hog.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
let red = 0;
for (let n = 1; n <= times; n += 1) {
  const began = Date.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [vitest, 'run', '--project', tier, file], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  if (status !== 0) {
    red += 1;
    console.log(stdout + stderr);
  }
  console.log(
    `${n} of ${times}: ${status === 0 ? 'green' : 'RED'}, ${((Date.now() - began) / 1000).toFixed(1)} s`,
  );
}
console.log(`${times - red} of ${times} green`);
process.exit(red === 0 ? 0 : 1);
