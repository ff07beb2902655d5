// @ts-check
// `npm run dev`: the server restarts and the app reloads on change, at http://localhost:5173.
import { install, run } from './prepare.mjs';
import { argumentsOf } from './usage.mjs';

argumentsOf('dev');
install();
run('npx', [
  'concurrently',
  '--kill-others',
  '--names=server,app',
  'tsx watch --conditions=source --clear-screen=false launcher/src/main.ts',
  'npm run --silent dev -w pwa',
]);
