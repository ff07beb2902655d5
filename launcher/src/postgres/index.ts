export { type PostgresOptions, type PostgresServer, runningPostgresUrl, startPostgres } from './server.ts';
