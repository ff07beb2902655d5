// @ts-check
// `npm run event-store -- export | import | copy | verify`, beside a running instance or without one.
import { build, install } from './prepare.mjs';

install();
build();
await import('../dist/cli/eventStore.js');
