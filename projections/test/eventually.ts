import { expect } from 'vitest';

/** Expects of a probe what it may take a while to become; patient, for the machine may be busy. */
export const eventually = <T>(probe: () => T) => expect.poll(probe, { timeout: 60_000, interval: 20 });
