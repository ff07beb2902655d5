// @ts-check
// `npm start`: installs and builds if needed, then runs every part in this process.
import { endWithNpm } from './parent.mjs';
import { build, install } from './prepare.mjs';

endWithNpm();
install();
build();
await import('../dist/programs/product.js');
