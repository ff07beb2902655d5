/**
 * Activates a newer version that is waiting or available; the page reloads afterwards.
 * @returns whether one was found
 */
export async function takeNewVersion(): Promise<boolean> {
  if (!('serviceWorker' in navigator)) return false;
  const registration = await navigator.serviceWorker.getRegistration();
  // Offline, only a waiting version counts.
  await registration?.update().catch(() => undefined);
  const worker = registration?.waiting ?? registration?.installing ?? null;
  if (worker === null) return false;
  navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), {
    once: true,
  });
  const activate = () => worker.state === 'installed' && worker.postMessage({ type: 'SKIP_WAITING' });
  activate();
  worker.addEventListener('statechange', activate);
  return true;
}

/** An app that has not rendered by then counts as broken. */
const patienceMs = 15_000;

/** From now on the app can recover on its own (`UpdatePrompt`, `ErrorBoundary`). */
export function noteDrawn(): void {
  document.documentElement.dataset.drawn = '';
}

const isOfScript = (event: Event): boolean =>
  event instanceof ErrorEvent || event.target instanceof HTMLScriptElement;

/**
 * Installs a newer version, once, if this one fails before it has rendered, so that a broken release does not block the
 * next. Call it before anything else is loaded.
 */
export function watchStart(): void {
  let hasTried = false;
  const rescue = () => {
    if (hasTried || document.documentElement.dataset.drawn !== undefined) return;
    hasTried = true;
    takeNewVersion().catch(() => undefined);
  };
  // Capturing, because the error of a script that failed to load does not bubble.
  window.addEventListener('error', (event) => isOfScript(event) && rescue(), true);
  window.addEventListener('unhandledrejection', rescue);
  setTimeout(rescue, patienceMs);
}
