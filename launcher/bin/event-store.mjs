// @ts-check
// `npm run event-store -- export | import | copy | verify`, beside a running instance or without one.
import { build, install } from './prepare.mjs';
import { argumentsOf } from './usage.mjs';

argumentsOf('event-store');
install();
build();
await import('../dist/cli/eventStore.js');
