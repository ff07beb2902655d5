export type { LogSink } from './engine/logSink.ts';
export type { Gathering } from './engine/window.ts';
export * from './errors.ts';
export type { EventStoreDbLog, EventStoreDbLogOptions } from './eventstoredb/eventStoreDbLog.ts';
export { openEventStoreDbLog } from './eventstoredb/openEventStoreDbLog.ts';
export * from './eventTypes.ts';
export {
  type Folded,
  foldOn,
  foldStream,
  type Snapshot,
  type StreamFold,
  snapshotEvery,
} from './foldStream.ts';
export {
  type FollowFailure,
  type Following,
  type FollowOptions,
  type FollowStatus,
  follow,
  type ReadOn,
} from './follow.ts';
export { createMemoryLog } from './memory/memoryLog.ts';
export { newestFirst } from './newestFirst.ts';
export * from './openEventLog.ts';
export * from './port.ts';
export type { FlushReport } from './postgres/groupCommit.ts';
export {
  openPostgresLog,
  type PostgresLog,
  type PostgresLogOptions,
  postgresLogConnections,
} from './postgres/postgresLog.ts';
export * from './sealer.ts';
export * from './store.ts';
export { runEventStoreCli } from './transfer/cli.ts';
export type { EventStoreCliDependencies } from './transfer/job.ts';
