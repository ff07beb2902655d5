export { type Backoff, backoffMs, spread } from './backoff.ts';
export { isFinal, isFinalStatement } from './final.ts';
export { Interruptions } from './interruptions.ts';
export { Lanes } from './lanes.ts';
export { type Logger, silent } from './logger.ts';
export { boundedWait, retryAfterOf } from './retryAfter.ts';
export { singleFlight } from './singleFlight.ts';
export { after, pause, TimeoutError, within } from './time.ts';
export { type Release, Turns, TurnsFullError, type TurnsOptions } from './turns.ts';
