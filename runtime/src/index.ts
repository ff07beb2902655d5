export { checkDatabase } from './database/checkDatabase.ts';
export type { DatabaseNeeds } from './database/requirements.ts';
export { drain, drainBytes } from './edge/drain.ts';
export { newServer, type ServerOptions } from './edge/newServer.ts';
export { plainProblem } from './edge/rawProblem.ts';
export { endWhenBroken, onUpgrade, refuseRaw, SocketRequest } from './edge/rawSocket.ts';
export { explained } from './foundation/explained.ts';
export {
  type Foundation,
  type FoundationSettings,
  type LogSettings,
  type OpeningTools,
  openFoundation,
  openLogFrom,
  openVaultFrom,
  type VaultSettings,
} from './foundation/foundation.ts';
export { type Incarnations, onlyIncarnation } from './foundation/incarnation.ts';
export type { Refuse } from './foundation/waitForLog.ts';
export { createLogger, createThreadLogger } from './logger.ts';
export { createFollowingCheck, type Followed } from './operations/followingCheck.ts';
export { HeadTimes } from './operations/headTimes.ts';
export { inTime, type Outcome } from './operations/inTime.ts';
export { createRegistry } from './operations/metrics.ts';
export {
  createOperations,
  type OperationAnswer,
  type OperationPath,
  type Operations,
  type OperationsOptions,
  operationPaths,
} from './operations/operations.ts';
export type { Check, CheckResult } from './operations/readiness.ts';
export { type Release, release } from './operations/release.ts';
export { addOperations, type ListenOptions, measureRequests, serveOperations } from './operations/routes.ts';
export { bearerCheck } from './process/bearer.ts';
export { CannotStartError } from './process/cannotStart.ts';
export { explain } from './process/explain.ts';
export { Opened } from './process/opened.ts';
export { type Program, runProcess, type Start } from './process/runProcess.ts';
export {
  addressKey,
  type CountRequest,
  clientAddress,
  proxyList,
  requestRates,
} from './rates/addresses.ts';
export { Rates, type RatesOptions } from './rates/rates.ts';
export type { BucketRate } from './rates/tokenBucket.ts';
export { TokenBucket } from './rates/tokenBucket.ts';
export {
  everyProcess,
  foundationSettings,
  isSameIssuer,
  mailOf,
  mailSettings,
  openidNameSettings,
  openidOf,
  openidSettings,
  processSettings,
  providerLabel,
  publicUrl,
  pushSettings,
  rateLimits,
  serviceWorker,
  vapidKeysOf,
  vaultSettings,
} from './settings/groups.ts';
export * from './settings/kinds.ts';
export { type Environment, readSettings, SettingsError } from './settings/readSettings.ts';
export { startTracing } from './tracing/startTracing.ts';
