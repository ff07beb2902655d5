// @ts-check
// `npm run audit -- verify`, beside a running instance or without one.
import { build, install } from './prepare.mjs';

install();
build();
await import('../dist/cli/audit.js');
