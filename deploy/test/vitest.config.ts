import { defineConfig } from 'vitest/config';

/** Checks of `deploy/`; they need Caddy and compose, so `deploy/check.sh` runs them and `npm test` does not. */
export default defineConfig({
  resolve: { conditions: ['source', 'node'] },
  ssr: { resolve: { conditions: ['source', 'node'] } },
  test: {
    name: 'deploy',
    // Caddy mostly waits, so images can be unpacked beside it.
    maxWorkers: 2,
    include: ['deploy/test/**/*.check.spec.ts'],
    expect: { poll: { timeout: 60_000, interval: 20 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
