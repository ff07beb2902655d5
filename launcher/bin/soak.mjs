// @ts-check
// `npm run soak [-- --minutes N --seed S --only name]`: runs the specs of `npm test` at full size with random seeds,
// piece by piece and round by round, for the given time, but at least one round. A failure prints its seed.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { build, install, root } from './prepare.mjs';
import { argumentsOf } from './usage.mjs';

/** Multiple of the size of `npm test`. */
const scale = 10;

/** @param {RegExp} pattern @returns {string[]} spec files whose text has it */
function specsWith(pattern) {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(unit|int|e2e|long)\.spec\.tsx?$/.test(file) && !/node_modules|dist\//.test(file))
    .filter((file) => pattern.test(readFileSync(path.join(root, file), 'utf8')))
    .sort();
}

/** Pieces of a soak, with their spec files. @type {Record<string, () => string[]>} */
const pieces = {
  /** A million events, constant memory, thousands of rows and sockets. */
  volumes: () => specsWith(/\bscaled\(/).filter((file) => !/e2e\//.test(file)),
  /** All property-based specs. */
  properties: () => specsWith(/\bfc\./),
  /**
   * Every process killed under load, 200 schedules of faults, and all cases of the journeys, which are sampled
   * otherwise.
   */
  kills: () => specsWith(/\b(isSoak|sampled|scaled)\b/).filter((file) => /\.e2e\./.test(file)),
  /** Every screen in every state with its picture, and lists, queues and absences of thousands. */
  screens: () => specsWith(/./).filter((file) => /\.long\./.test(file)),
  /** The content of the images. */
  images: () => ['deploy/test/images.check.spec.ts'],
};

/** Configurations other than the usual one. @type {Record<string, string>} */
const configOf = { images: 'deploy/test/vitest.config.ts' };

function options() {
  const { minutes, seed = randomInt(2 ** 31), only } = argumentsOf('soak').values;
  const names = Object.keys(pieces).filter((name) => only === undefined || name === only);
  return { minutes: Number(minutes), seed: Number(seed), names };
}

const { minutes, seed, names } = options();
install();
build();

const began = Date.now();
const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
const minutesSince = () => ((Date.now() - began) / 60_000).toFixed(1);

/** @type {{ name: string, seed: number, isGreen: boolean, minutes: string }[]} */
const rounds = [];
for (let round = 0; round === 0 || Date.now() < began + minutes * 60_000; round += 1) {
  for (const name of names) {
    const roundSeed = (seed + round) % 2 ** 31;
    const start = Date.now();
    console.log(
      `\n== ${name}, round ${round + 1}, seed ${roundSeed} (${minutesSince()} of ${minutes} minutes)`,
    );
    const files = pieces[name]?.().map((file) => path.join(root, file)) ?? [];
    const config = configOf[name] ?? 'vitest.config.ts';
    const args = [vitest, 'run', '--config', config, '--maxWorkers=1', ...files];
    const { status } = spawnSync(process.execPath, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, SPEC_SEED: String(roundSeed), SPEC_SCALE: String(scale) },
    });
    rounds.push({
      name,
      seed: roundSeed,
      isGreen: status === 0,
      minutes: ((Date.now() - start) / 60_000).toFixed(1),
    });
  }
}

console.log(`\n== Soaked for ${minutesSince()} minutes`);
for (const { name, seed: used, isGreen, minutes: took } of rounds) {
  const again = isGreen ? '' : `; again: npm run soak -- --minutes 0 --seed ${used} --only ${name}`;
  console.log(`${name}, seed ${used}: ${isGreen ? 'green' : 'RED'} in ${took} minutes${again}`);
}
process.exit(rounds.every(({ isGreen }) => isGreen) ? 0 : 1);
