export { type CliDependencies, runProjectionsCli } from './cli/cli.ts';
export { productModels } from './models.ts';
export type { ReadModel } from './runner/model.ts';
export type { ModelState } from './runner/modelState.ts';
export {
  createProjector,
  type Projector,
  type ProjectorOptions,
  projectorNeeds,
} from './runner/projector.ts';
export { createProjectionsChecks } from './runner/readiness.ts';
export type { ModelStatus } from './runner/status.ts';
export * from './tables.ts';
export { openProjector, threadNeeds, threadProgram } from './thread/projectorThread.ts';
