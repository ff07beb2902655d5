// @ts-check
// `npm run audit -- verify`, beside a running instance or without one.
import { build, install } from './prepare.mjs';
import { argumentsOf } from './usage.mjs';

argumentsOf('audit');
install();
build();
await import('../dist/cli/audit.js');
