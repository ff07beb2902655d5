// @ts-check
// `npm start`: installs and builds if needed, then runs every part in this process.
import { build, install } from './prepare.mjs';

install();
build();
await import('../dist/programs/product.js');
