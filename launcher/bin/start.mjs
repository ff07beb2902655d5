// @ts-check
// `npm start`: installs and builds if needed, then runs every part in this process.
import { endWithNpm } from './parent.mjs';
import { build, install } from './prepare.mjs';
import { argumentsOf } from './usage.mjs';

argumentsOf('start');
endWithNpm();
install();
build();
await import('../dist/programs/product.js');
