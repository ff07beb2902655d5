// @ts-check
// `npm run admin -- grant <username>`, beside a running instance or without one.
import { build, install } from './prepare.mjs';

install();
build();
await import('../dist/cli/admin.js');
