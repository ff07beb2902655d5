import { isBusy, wouldLoseText } from './busy.ts';

/** Milliseconds between looks for a new version while the app stays open. */
const checkEveryMs = 60 * 60 * 1000;
/** Milliseconds until a worker that was asked to take over, and has not, is asked again. */
const askAgainMs = 3_000;
/** How often it is asked before this tab goes past it: a browser may hold a worker back for minutes. */
const mostAsks = 5;

/** A new version that is there for this page; all tabs are told alike. */
export interface Update {
  /** Whether going over now would lose text on this page. */
  readonly wouldLoseText: () => boolean;
  /**
   * Takes the new version, in every tab: this one reloads as soon as its worker has taken over, which waits for what the old
   * one is doing; others reload when nothing is written there. Text that could be lost by now may be, none that comes later.
   */
  readonly apply: () => void;
  /** Asks no more in any tab, until a newer version comes or the app is opened again. */
  readonly later: () => void;
}

/** Registers the service worker and watches it; see `watchForUpdates`. */
class UpdateWatch {
  readonly #onChange: (update: Update | null) => void;
  readonly #serviceWorker = navigator.serviceWorker;
  readonly #stopping = new AbortController();
  readonly #tabs = new BroadcastChannel('updates');
  /** The first worker of a visitor is no new version. */
  readonly #hadController = this.#serviceWorker.controller !== null;
  #isReloading = false;
  /** Whether this tab asked for the new version, and may lose text to it. */
  #asked: { readonly mayLoseText: boolean } | null = null;

  constructor(onChange: (update: Update | null) => void) {
    this.#onChange = onChange;
  }

  start(): void {
    const { signal } = this.#stopping;
    this.#tabs.addEventListener('message', ({ data }) => this.#hear(data), { signal });
    this.#serviceWorker.addEventListener('controllerchange', () => this.#isTaken(), { signal });
    this.#serviceWorker
      .register('/sw.js')
      .then((registration) => this.#watch(registration))
      .catch((error: unknown) => console.warn('The service worker could not be registered', error));
  }

  stop(): void {
    this.#stopping.abort();
    this.#tabs.close();
  }

  /** What another tab says to all. */
  #hear(said: unknown): void {
    if (said === 'gone past') this.#isTaken();
    else this.#onChange(null);
  }

  #watch(registration: ServiceWorkerRegistration): void {
    const { signal } = this.#stopping;
    if (signal.aborted) return;
    if (registration.waiting !== null && this.#hadController) this.#offer(registration);
    registration.addEventListener('updatefound', () => this.#installs(registration), { signal });
    if (registration.installing !== null) this.#installs(registration);
    // Offline, a look for updates fails; the next one will do.
    const timer = setInterval(() => registration.update().catch(() => undefined), checkEveryMs);
    signal.addEventListener('abort', () => clearInterval(timer));
  }

  #installs(registration: ServiceWorkerRegistration): void {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed' && this.#serviceWorker.controller !== null) this.#offer(registration);
    });
  }

  #offer(registration: ServiceWorkerRegistration): void {
    this.#tell(() => {
      // By now another tab may have taken it.
      if (registration.waiting === null) return this.#reload();
      // Reloaded before it takes over, the page would be the old version once more.
      this.#asked = { mayLoseText: wouldLoseText() };
      this.#askToTakeOver(registration);
    });
  }

  /** Until it does, or is gone: what is said may not reach it. */
  #askToTakeOver(registration: ServiceWorkerRegistration, asks = 1): void {
    if (registration.waiting === null || this.#stopping.signal.aborted || this.#isReloading) return;
    registration.waiting.postMessage({ type: 'SKIP_WAITING' });
    setTimeout(() => this.#askToTakeOver(registration, asks + 1), askAgainMs);
    if (asks >= mostAsks) void this.#goPast(registration);
  }

  /** Without a worker the next page comes from the server, if that is there, and registers the new worker itself. */
  async #goPast(registration: ServiceWorkerRegistration): Promise<void> {
    const answer = await fetch('/sw.js', { method: 'HEAD', cache: 'no-store' }).catch(() => null);
    if (answer?.ok !== true || !this.#mayReload() || this.#isReloading) return;
    await registration.unregister();
    // No worker takes over then, which would tell the others.
    this.#tabs.postMessage('gone past');
    this.#reload();
  }

  #mayReload(): boolean {
    return this.#asked !== null && (this.#asked.mayLoseText || !wouldLoseText());
  }

  /** The new version was taken here or in another tab, whose old code follows, but never over what is being done. */
  #isTaken(): void {
    if (this.#isReloading) return;
    if (this.#mayReload()) {
      this.#reload();
      return;
    }
    if (!this.#hadController) return;
    this.#tell(() => this.#reload());
    const followUnseen = () => {
      if (document.visibilityState === 'hidden' && !isBusy()) this.#reload();
    };
    followUnseen();
    document.addEventListener('visibilitychange', followUnseen, { signal: this.#stopping.signal });
  }

  #tell(apply: () => void): void {
    const later = () => {
      this.#onChange(null);
      this.#tabs.postMessage('later');
    };
    this.#onChange({ wouldLoseText, apply, later });
  }

  #reload(): void {
    this.#isReloading = true;
    window.location.reload();
  }
}

/**
 * Registers the service worker and reports when a new version is ready, and null when it was put off. This page reloads
 * when `apply` is called, or, unseen and with nothing in hand, when another tab took the new version.
 * @returns a function that stops watching
 */
export function watchForUpdates(onChange: (update: Update | null) => void): () => void {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return () => undefined;
  const watch = new UpdateWatch(onChange);
  watch.start();
  return () => watch.stop();
}
