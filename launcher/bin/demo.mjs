// @ts-check
// `npm run demo`: fills a running instance through its public API.
import { build, install } from './prepare.mjs';
import { argumentsOf } from './usage.mjs';

argumentsOf('demo');
install();
build();
await import('../dist/demo/main.js');
