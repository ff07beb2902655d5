// @ts-check
// `npm run projections -- status | rebuild <name>`, beside a running instance or without one.
import { build, install } from './prepare.mjs';

install();
build();
await import('../dist/cli/projections.js');
