import { availableParallelism, cpus } from 'node:os';

/** The machine that a figure was seen on, in a sentence. */
export const describeMachine = (): string =>
  `${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}.`;
