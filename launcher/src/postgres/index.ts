export { type KeepOptions, keepRunning, type RestartLimit } from './keepRunning.ts';
export { type PostgresOptions, type PostgresServer, runningPostgresUrl, startPostgres } from './server.ts';
