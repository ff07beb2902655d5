import { installGlobalPlugin, type Plugin, PreconditionFailure } from 'fast-check';
import { scaled } from './scale.ts';

const defaultMs = Math.min(scaled(15_000), 60_000);
const limitMs = Symbol('limitMs');

/** Gives a property another time limit than the default. */
export const within =
  (ms: number): Plugin<unknown> =>
  (_, store) => {
    store.set(limitMs, ms);
    return {};
  };

/**
 * On a busy machine, a slow property ends with what it has tried. Its last run ends first: the limit of fast-check
 * leaves that running beside the next spec, in databases that are dropped.
 */
const startsNoRunAfterLimit: Plugin<unknown> = (_, store) => {
  const startedAt = performance.now();
  const isOver = () => performance.now() - startedAt > (store.get<number>(limitMs) ?? defaultMs);
  return { decorateRun: (run) => (value) => (isOver() ? new PreconditionFailure(true) : run(value)) };
};

// Here, because a module is loaded once for all files of specs of a worker.
installGlobalPlugin(startsNoRunAfterLimit);
