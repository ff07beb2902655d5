// @ts-check
// `npm run admin -- grant <username>`, beside a running instance or without one.
import { build, install } from './prepare.mjs';
import { argumentsOf } from './usage.mjs';

argumentsOf('admin');
install();
build();
await import('../dist/cli/admin.js');
