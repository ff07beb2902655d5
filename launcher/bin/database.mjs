// @ts-check
// `npm run database -- upgrade --server <folder>`, the instance stopped.
import { build, install } from './prepare.mjs';
import { argumentsOf } from './usage.mjs';

argumentsOf('database');
install();
build();
await import('../dist/cli/database.js');
