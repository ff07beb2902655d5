// @ts-check
// `npm run vault -- status | rotate-key | rotate-profile-key | backup | restore | forget`, beside a running instance or
// without one.
import { build, install } from './prepare.mjs';

install();
build();
await import('../dist/cli/vault.js');
