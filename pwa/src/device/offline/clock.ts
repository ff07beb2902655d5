/** Time and chance as the offline and realtime code see them, so that specs need not wait. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** A number from 0 up to, not including, 1. */
  random(): number;
  /** Runs `task` once after `ms`, unless the returned function is called before. */
  after(ms: number, task: () => void): () => void;
}

/** The real clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  after(ms, task) {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
};
