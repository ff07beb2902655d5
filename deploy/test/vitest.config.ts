import { defineConfig } from 'vitest/config';

/** Checks of what is in `deploy/`; they need Caddy and compose, so `deploy/check.sh` runs them and `npm test` does not. */
export default defineConfig({
  resolve: { conditions: ['source', 'node'] },
  ssr: { resolve: { conditions: ['source', 'node'] } },
  test: {
    name: 'deploy',
    // Caddy waits for most of its time, images are unpacked meanwhile.
    maxWorkers: 2,
    include: ['deploy/test/**/*.check.spec.ts'],
    expect: { poll: { timeout: 60_000, interval: 20 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
