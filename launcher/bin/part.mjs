// @ts-check
// `npm run command-service | query-service | gateway | projector | notary`: one part alone, from its settings.
import { build, install } from './prepare.mjs';

const [workspace] = process.argv.slice(2);
install();
build();
await import(`../dist/programs/${workspace}.js`);
