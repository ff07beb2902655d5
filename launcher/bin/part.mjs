// @ts-check
// `npm run command-service | query-service | gateway | projector | notary`: one part alone, from its settings.
import { endWithNpm } from './parent.mjs';
import { build, install } from './prepare.mjs';
import { argumentsOf } from './usage.mjs';

const [workspace = '', ...rest] = process.argv.slice(2);
argumentsOf(workspace === 'projections' ? 'projector' : workspace, rest);
endWithNpm();
install();
build();
await import(`../dist/programs/${workspace}.js`);
