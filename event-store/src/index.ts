export * from './errors.ts';
export * from './eventTypes.ts';
export { createMemoryLog } from './memory/memoryLog.ts';
export * from './port.ts';
export { UnsafeServerError } from './postgres/durability.ts';
export type { FlushReport } from './postgres/groupCommit.ts';
export {
  type LogSink,
  openPostgresLog,
  type PostgresLog,
  type PostgresLogOptions,
} from './postgres/postgresLog.ts';
export * from './sealer.ts';
export * from './store.ts';
