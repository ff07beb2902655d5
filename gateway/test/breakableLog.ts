import { createMemoryLog, type EventLog } from '@pmcw/event-store';

/** A log in memory that can be made to fail or to hang, like one behind a network. */
export function createBreakableLog() {
  const log = createMemoryLog();
  const state = { isAway: false, isSilent: false, reads: 0, subscriptions: 0 };
  const check = () => {
    if (state.isAway) throw new Error('The log is down');
  };
  const breakable: EventLog = {
    engine: log.engine,
    append: (...args) => log.append(...args),
    appendInOrder: (...args) => log.appendInOrder(...args),
    readStream: (...args) => log.readStream(...args),
    async readAll(...args) {
      check();
      state.reads += 1;
      return state.isSilent ? new Promise(() => undefined) : log.readAll(...args);
    },
    subscribe(after, handler, options) {
      check();
      state.subscriptions += 1;
      return log.subscribe(
        after,
        async (batch) => {
          check();
          await handler(batch);
        },
        options,
      );
    },
    async head() {
      check();
      return log.head();
    },
    close: () => log.close(),
  };
  return { log: breakable, state };
}
