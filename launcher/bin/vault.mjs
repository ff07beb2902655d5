// @ts-check
// `npm run vault -- status | rotate-key | rotate-profile-key | backup | restore | forget`, beside a running instance or
// without one.
import { build, install } from './prepare.mjs';
import { argumentsOf } from './usage.mjs';

argumentsOf('vault');
install();
build();
await import('../dist/cli/vault.js');
