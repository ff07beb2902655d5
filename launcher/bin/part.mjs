// @ts-check
// `npm run command-service | query-service | gateway | projector | notary`: one part alone, from its settings.
import { endWithNpm } from './parent.mjs';
import { build, install } from './prepare.mjs';

const [workspace] = process.argv.slice(2);
endWithNpm();
install();
build();
await import(`../dist/programs/${workspace}.js`);
