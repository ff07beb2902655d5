/** Milliseconds between looks for a new version while the app stays open. */
const checkEveryMs = 60 * 60 * 1000;

/** A new version that waits; `apply` reloads the page into it. */
export interface Update {
  readonly apply: () => void;
}

/**
 * Registers the service worker and reports when a new version is ready. Nothing reloads until `apply` is called.
 * @returns a function that stops watching
 */
export function watchForUpdates(onReady: (update: Update) => void): () => void {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return () => undefined;
  const { serviceWorker } = navigator;
  const stop = new AbortController();
  const { signal } = stop;
  const hadController = serviceWorker.controller !== null;
  let isReloading = false;
  const reload = () => {
    isReloading = true;
    window.location.reload();
  };

  const offer = (worker: ServiceWorker) =>
    onReady({
      apply: () => {
        serviceWorker.addEventListener('controllerchange', reload, { once: true });
        worker.postMessage({ type: 'SKIP_WAITING' });
      },
    });

  const watch = (registration: ServiceWorkerRegistration) => {
    if (signal.aborted) return;
    if (registration.waiting !== null && hadController) offer(registration.waiting);
    registration.addEventListener(
      'updatefound',
      () => {
        const worker = registration.installing;
        worker?.addEventListener('statechange', () => {
          if (worker.state === 'installed' && serviceWorker.controller !== null) offer(worker);
        });
      },
      { signal },
    );
    // Offline, a look for updates fails; the next one will do.
    const timer = setInterval(() => registration.update().catch(() => undefined), checkEveryMs);
    signal.addEventListener('abort', () => clearInterval(timer));
  };

  // Another tab took the new version: this one still runs the old code and should be offered the way over.
  serviceWorker.addEventListener(
    'controllerchange',
    () => {
      if (hadController && !isReloading) onReady({ apply: reload });
    },
    { signal },
  );
  serviceWorker
    .register('/sw.js')
    .then(watch)
    .catch((error: unknown) => console.warn('The service worker could not be registered', error));
  return () => stop.abort();
}
