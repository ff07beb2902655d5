/** Where a command of the manual is executed: a file, and words in it that would be gone without it. */
export interface Execution {
  readonly file: string;
  readonly words: string;
}

const at = (file: string, words: string): Execution => ({ file, words });

const vaultCli = 'vault/src/cli/cli.int.spec.ts';
const eventStoreCli = 'event-store/src/transfer/cli.int.spec.ts';
const engine = 'deploy/test/engine/deployment.engine.spec.ts';
const images = 'deploy/test/images.check.spec.ts';
const remedies = 'runtime/src/database/remedies.int.spec.ts';

/** `npm run` of a tool is a few lines around the code that these execute, and `usage.int.spec.ts` calls each. */
export const executed: Readonly<Record<string, Execution>> = {
  'npm start': at('launcher/test/supervision.int.spec.ts', "spawn('npm', ['start'"),
  'npm test': at('.ci/run', 'npm test -- int e2e'),
  'npm test -- checks': at('.ci/run', 'npm test -- checks'),
  'npm test -- unit': at('launcher/bin/usage.mjs', "'unit'"),
  'npm test -- int': at('.ci/run', 'npm test -- int'),
  'npm test -- e2e': at('.ci/run', 'int e2e'),
  'npm run lint': at('launcher/bin/test.mjs', 'biome ci --colors=off --error-on-warnings .'),
  'npm run build': at('launcher/bin/test.mjs', 'build();'),
  'npm ci': at('Dockerfile', 'npm ci'),
  'npm run command-service': at('launcher/src/parts.int.spec.ts', "startPart('command-service'"),
  'node testing/src/prose/check.ts': at('launcher/bin/test.mjs', 'testing/src/prose/check.ts'),
  'node launcher/bin/coverage.mjs': at('launcher/bin/test.mjs', 'coverage.mjs'),
  'npx vitest run': at('deploy/check.sh', 'npx vitest run'),
  'npm run demo': at('launcher/src/demo/demo.int.spec.ts', 'await fill(origin'),
  'npm run database -- upgrade': at(
    'launcher/src/cli/database.int.spec.ts',
    "'launcher/dist/cli/database.js', 'upgrade'",
  ),
  'npm run backup -- create': at('e2e/backup.e2e.spec.ts', "backup('create', first"),
  'npm run backup -- restore': at('e2e/backup.e2e.spec.ts', "backup('restore', second"),
  'npm run vault -- status': at(vaultCli, "run(['status']"),
  'npm run vault -- erased': at(vaultCli, "run(['erased']"),
  'npm run vault -- rotate-key': at(vaultCli, "run(['rotate-key']"),
  'npm run vault -- rotate-profile-key': at(vaultCli, "run(['rotate-profile-key']"),
  'npm run vault -- backup': at(vaultCli, "run(['backup', file]"),
  'npm run vault -- restore': at(vaultCli, "run(['restore', file]"),
  'npm run vault -- forget': at(vaultCli, "run(['forget', '11', '12']"),
  'npm run event-store -- copy': at(eventStoreCli, "['copy', '--from'"),
  'npm run event-store -- export': at(eventStoreCli, "['export', file"),
  'npm run event-store -- import': at(eventStoreCli, "['import', file"),
  'npm run event-store -- verify': at(eventStoreCli, "['verify', file"),
  'npm run event-store -- restored': at(eventStoreCli, "['restored']"),
  'npm run projections -- status': at('projections/src/cli/cli.int.spec.ts', "run('status')"),
  'npm run projections -- rebuild': at('projections/src/cli/cli.int.spec.ts', "run('rebuild'"),
  'npm run audit -- verify': at('launcher/src/notary.int.spec.ts', "audit('verify')"),
  'npm run audit -- receipt': at('launcher/src/notary.int.spec.ts', "audit('receipt', file)"),
  curl: at('launcher/src/wrongLog.int.spec.ts', '/readyz'),
  'openssl rand': at('deploy/secrets.sh', 'keep vault_key openssl rand -base64 32'),
  'deploy/check.sh': at('.ci/run', 'deploy/check.sh'),
  'deploy/secrets.sh': at('deploy/test/composed.ts', "'deploy/secrets.sh'"),
  'deploy/upgrade.sh': at('deploy/test/upgrade.check.spec.ts', "'deploy/upgrade.sh'"),
  'docker compose build': at(engine, "'build')"),
  'docker compose up': at(engine, "compose('up', '--detach', '--wait')"),
  // In containers; the commands themselves are those above.
  'tools backup create': at(images, "['backup', 'create'"),
  'tools admin grant': at(images, "['admin', 'grant'"),
  'tools audit verify': at(images, "['audit', 'verify']"),
  'tools projections status': at(images, "['projections', 'status']"),
  'tools vault rotate-key': at(images, "['vault', 'status']"),
  nginx: at('deploy/test/nginx.check.spec.ts', "spawn('nginx'"),
  'alter role': at('deploy/test/pgbouncer.check.spec.ts', "manualLines('sql')"),
  'alter database': at(remedies, 'remedy'),
  'alter system': at(remedies, 'remedy'),
  'create database': at(remedies, 'remedy'),
  'reindex database': at(remedies, 'remedy'),
};
