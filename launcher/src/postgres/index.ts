export { binariesIn, findPostgresBinaries, majorOf } from './binaries.ts';
export { clusterMajor } from './cluster.ts';
export { type KeepOptions, keepRunning, type RestartLimit } from './keepRunning.ts';
export { type PostgresOptions, type PostgresServer, runningPostgresUrl, startPostgres } from './server.ts';
