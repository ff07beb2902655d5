import { defineConfig } from 'vitest/config';

/** The deployment on a real engine; `deploy/check.sh --engine` runs it where there is one. */
export default defineConfig({
  resolve: { conditions: ['source', 'node'] },
  ssr: { resolve: { conditions: ['source', 'node'] } },
  test: {
    name: 'engine',
    include: ['deploy/test/engine/*.engine.spec.ts'],
    // Each step continues where the one before ended.
    bail: 1,
    testTimeout: 600_000,
    hookTimeout: 600_000,
    reporters: ['verbose'],
  },
});
