/**
 * Lets a newer version of the app take over, where one waits or can be had now; the page reloads when it has.
 * @returns whether one is on its way
 */
export async function takeNewVersion(): Promise<boolean> {
  if (!('serviceWorker' in navigator)) return false;
  const registration = await navigator.serviceWorker.getRegistration();
  // Without a network, what waits already will do.
  await registration?.update().catch(() => undefined);
  const worker = registration?.waiting ?? registration?.installing ?? null;
  if (worker === null) return false;
  navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), {
    once: true,
  });
  const ask = () => worker.state === 'installed' && worker.postMessage({ type: 'SKIP_WAITING' });
  ask();
  worker.addEventListener('statechange', ask);
  return true;
}

/** Milliseconds after which an app of which nothing was drawn counts as broken. */
const patienceMs = 15_000;

/** Notes that the app has drawn something: from now on it can recover (`UpdatePrompt`, `ErrorBoundary`). */
export function noteDrawn(): void {
  document.documentElement.dataset.drawn = '';
}

const isOfScript = (event: Event): boolean =>
  event instanceof ErrorEvent || event.target instanceof HTMLScriptElement;

/**
 * Takes a newer version, once, where this one throws, or is not there, before it has drawn anything: a broken release does not block the next. To be called before anything else is loaded.
 */
export function watchStart(): void {
  let hasTried = false;
  const rescue = () => {
    if (hasTried || document.documentElement.dataset.drawn !== undefined) return;
    hasTried = true;
    takeNewVersion().catch(() => undefined);
  };
  // While it goes down: the error of a script that could not be loaded does not bubble.
  window.addEventListener('error', (event) => isOfScript(event) && rescue(), true);
  window.addEventListener('unhandledrejection', rescue);
  setTimeout(rescue, patienceMs);
}
