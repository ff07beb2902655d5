import { defineConfig } from 'vitest/config';

/** Specs run on the sources of every room, not on what was last built. */
const conditions = ['source', 'node'];
const shared = { resolve: { conditions }, ssr: { resolve: { conditions } } };

/** Three tiers by suffix: unit (pure), int (real Postgres and sockets), e2e (a real browser). */
export default defineConfig({
  test: {
    projects: [
      { ...shared, test: { name: 'unit', include: ['*/src/**/*.unit.spec.{ts,tsx}'], environment: 'node' } },
      {
        ...shared,
        test: {
          name: 'int',
          include: ['*/{src,test}/**/*.int.spec.ts'],
          globalSetup: ['testing/src/postgresForSpecs.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...shared,
        test: {
          name: 'e2e',
          include: ['e2e/**/*.e2e.spec.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
