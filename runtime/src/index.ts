export {
  type Foundation,
  type FoundationSettings,
  type OpeningTools,
  openFoundation,
  openVaultFrom,
  type VaultSettings,
} from './foundation/foundation.ts';
export { createLogger, type RuntimeLogger } from './logger.ts';
export { createRegistry } from './operations/metrics.ts';
export {
  createOperations,
  type OperationAnswer,
  type OperationPath,
  type Operations,
  type OperationsOptions,
  operationPaths,
} from './operations/operations.ts';
export type { CheckResult, Checks, Readiness } from './operations/readiness.ts';
export { addOperations, type ListenOptions, measureRequests, serveOperations } from './operations/routes.ts';
export { CannotStartError } from './process/cannotStart.ts';
export { explain } from './process/explain.ts';
export { Opened } from './process/opened.ts';
export { type Program, runProcess, type Start } from './process/runProcess.ts';
export {
  foundationSettings,
  processSettings,
  publicUrl,
  rateLimits,
  vaultSettings,
} from './settings/groups.ts';
export * from './settings/kinds.ts';
export { type Environment, readSettings, SettingsError } from './settings/readSettings.ts';
