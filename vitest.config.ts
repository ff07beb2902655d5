import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Specs run on the sources of every room, not on what was last built. */
const conditions = ['source', 'node'];
const shared = { resolve: { conditions }, ssr: { resolve: { conditions } } };

/** Specs wait for PostgreSQL and sockets nearly as much as for the processor. */
const maxWorkers = availableParallelism();

/** What a spec waits for comes when the machine gets to it: a minute says that it does not come. */
const patient = {
  expect: { poll: { timeout: 60_000, interval: 20 } },
  setupFiles: ['testing/src/setup.ts'],
};

/** Three tiers by suffix: unit (pure), int (real Postgres and sockets), e2e (a real browser). */
export default defineConfig({
  test: {
    projects: [
      {
        ...shared,
        test: {
          ...patient,
          name: 'unit',
          include: ['*/src/**/*.unit.spec.{ts,tsx}'],
          environment: 'node',
          maxWorkers,
          testTimeout: 90_000,
        },
      },
      {
        ...shared,
        test: {
          ...patient,
          name: 'int',
          maxWorkers,
          include: ['*/{src,test}/**/*.int.spec.ts'],
          globalSetup: ['testing/src/run.ts', 'testing/src/postgresForSpecs.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        ...shared,
        test: {
          ...patient,
          name: 'e2e',
          setupFiles: [...patient.setupFiles, 'e2e/support/setup.ts'],
          include: ['e2e/**/*.e2e.spec.ts'],
          globalSetup: ['testing/src/run.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          // A browser alone keeps more than one core busy; after all others, which wait less for what it does.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
