import { availableParallelism, cpus } from 'node:os';

/** Describes the machine of a measurement in a sentence. */
export const describeMachine = (): string =>
  `${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}.`;
