// @ts-check
// `npm run projections -- status | rebuild <name>`, beside a running instance or without one.
import { build, install } from './prepare.mjs';
import { argumentsOf } from './usage.mjs';

argumentsOf('projections');
install();
build();
await import('../dist/cli/projections.js');
