// @ts-check
// `npm run backup -- create | restore <folder>`, beside a running instance or without one.
import { build, install } from './prepare.mjs';

install();
build();
await import('../dist/cli/backup.js');
