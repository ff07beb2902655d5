import { systemClock } from '../offline/clock.ts';

const tickMs = 5_000;
/** A visible page's timer is not that late unless the device slept. */
const lateMs = 5_000;

/**
 * Calls back when the page may have slept, and connections may be dead without notice: it is shown again, was frozen
 * or left, the network is back, or a timer came much too late, as after the lid of a laptop was closed. Several of
 * these may come at once. Returns a function that stops it.
 */
export function onWaking(callback: () => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  // Browsers slow down the timers of hidden pages.
  const whenVisible = () => {
    if (document.visibilityState === 'visible') callback();
  };
  document.addEventListener('visibilitychange', whenVisible, { signal });
  document.addEventListener('resume', callback, { signal });
  window.addEventListener('pageshow', callback, { signal });
  window.addEventListener('online', callback, { signal });
  const tick = () => {
    // biome-ignore lint/plugin: other clocks may stop while the device sleeps
    const due = systemClock.now() + tickMs;
    return systemClock.after(tickMs, () => {
      cancel = tick();
      // biome-ignore lint/plugin: a clock that was set forward only causes a needless check
      if (systemClock.now() - due > lateMs) whenVisible();
    });
  };
  let cancel = tick();
  return () => {
    cancel();
    listening.abort();
  };
}
