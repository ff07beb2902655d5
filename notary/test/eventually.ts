import { expect } from 'vitest';

/** Polls a probe patiently, because the machine may be busy. */
export const eventually = <T>(probe: () => T) => expect.poll(probe, { timeout: 15_000, interval: 10 });
