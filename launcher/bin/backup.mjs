// @ts-check
// `npm run backup -- create | restore <folder>`, beside a running instance or without one.
import { build, install } from './prepare.mjs';
import { argumentsOf } from './usage.mjs';

argumentsOf('backup');
install();
build();
await import('../dist/cli/backup.js');
