import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Specs run on the sources of every room, not on what was last built. */
const conditions = ['source', 'node'];
const shared = {
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  // For global setup files.
  environments: { __vitest__: { resolve: { conditions } } },
};

/** More than cores: specs spend part of their time waiting for PostgreSQL, sockets and processes, or for a browser. */
const maxWorkers = availableParallelism() + 1;
const maxBrowserWorkers = availableParallelism() + 2;

/** Long timeouts, because a busy machine may take long; a minute means that it will not happen. */
const patient = {
  expect: { poll: { timeout: 60_000, interval: 20 } },
  setupFiles: ['testing/src/setup.ts'],
};

/** Slow specs in small files. */
const slow = [
  'command-service/test/fuzz.int.spec.ts',
  'query-service/test/fuzz.int.spec.ts',
  'projections/src/runner/processes.int.spec.ts',
  'launcher/src/parts.int.spec.ts',
  'e2e/install.e2e.spec.ts',
  'e2e/voice.e2e.spec.ts',
  'e2e/journey.e2e.spec.ts',
  'e2e/severalProcesses.e2e.spec.ts',
  'e2e/schedules.e2e.spec.ts',
  'e2e/offlineAnswers.e2e.spec.ts',
  'e2e/readingOffline.e2e.spec.ts',
  'e2e/signingOut.e2e.spec.ts',
  'e2e/push.e2e.spec.ts',
];

/** Starts slow specs first, then large files: if started last, they would run alone, on one core. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const groupOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder;
    const isFast = ({ moduleId }: TestSpecification) => !slow.some((file) => moduleId.endsWith(`/${file}`));
    const bySize = await super.sort(files);
    return bySize.toSorted((a, b) => groupOf(a) - groupOf(b) || Number(isFast(a)) - Number(isFast(b)));
  }
}

const inBrowser = {
  // Each poll goes through three busy processes.
  expect: { poll: { timeout: 60_000, interval: 100 } },
  setupFiles: [...patient.setupFiles, 'e2e/support/setup.ts'],
  globalSetup: ['testing/src/run.ts', 'e2e/support/firstStart.ts'],
  testTimeout: 300_000,
  hookTimeout: 300_000,
  maxWorkers: maxBrowserWorkers,
  isolate: false,
  // After all others, which wait less for browsers.
  sequence: { groupOrder: 1 },
};

/**
 * Tiers by suffix: unit (pure), int (real Postgres and sockets), e2e (a real browser), and long (in a browser, and too
 * slow to run on every change, `docs/decisions/e2e-long-tier.md`).
 */
export default defineConfig({
  test: {
    sequence: { sequencer: SlowFirst },
    // Only with `--coverage` (`launcher/bin/coverage.mjs`).
    coverage: {
      provider: 'v8',
      include: ['*/src/**/*.{ts,tsx}'],
      exclude: ['{testing,bench,e2e}/**', '**/*.{spec,forSpecs}.{ts,tsx}'],
      reporter: ['json-summary'],
      reportOnFailure: true,
    },
    projects: [
      {
        ...shared,
        test: {
          ...patient,
          name: 'unit',
          include: ['*/src/**/*.unit.spec.{ts,tsx}'],
          environment: 'node',
          maxWorkers,
          // They are pure, and loading every module again for each file would take longer than the specs.
          isolate: false,
          // Dexie looks for IndexedDB only once, when it is first loaded.
          setupFiles: ['fake-indexeddb/auto', ...patient.setupFiles],
          testTimeout: 90_000,
        },
      },
      {
        ...shared,
        test: {
          ...patient,
          name: 'int',
          maxWorkers,
          // Each makes its own database and servers, so they can share modules.
          isolate: false,
          include: ['*/{src,test}/**/*.int.spec.ts'],
          globalSetup: ['testing/src/run.ts', 'testing/src/postgresForSpecs.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      { ...shared, test: { ...inBrowser, name: 'e2e', include: ['e2e/**/*.e2e.spec.ts'] } },
      { ...shared, test: { ...inBrowser, name: 'long', include: ['e2e/**/*.long.spec.ts'] } },
    ],
  },
});
