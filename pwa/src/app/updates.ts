import { Workbox } from 'workbox-window';
import { isBusy, wouldLoseText } from '../base/forms/busy.ts';
import { tryAgain } from './tryAgain.ts';

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

/** What `Workbox` reports with a change of a worker. */
interface OfWorker {
  readonly sw?: ServiceWorker;
  /** This tab has not registered it. */
  readonly isExternal?: boolean;
}

/** Registers the service worker and watches it; see `watchForUpdates`. */
class UpdateWatch {
  readonly #onChange: (update: Update | null) => void;
  readonly #stopping = new AbortController();
  readonly #tabs = new BroadcastChannel('updates');
  /** The first worker of a visitor is no new version. */
  readonly #hadController = navigator.serviceWorker.controller !== null;
  /** Workers that are installed, or were: those that are gone without are to be installed again. */
  readonly #installed = new WeakSet<ServiceWorker>();
  /** The one that is listened to, once it is registered. */
  #followed: { readonly workbox: Workbox; readonly registration: ServiceWorkerRegistration } | null = null;
  #failures = 0;
  #isReloading = false;
  /** Whether this tab asked for the new version, and may lose text to it. */
  #asked: { readonly mayLoseText: boolean } | null = null;

  constructor(onChange: (update: Update | null) => void) {
    this.#onChange = onChange;
  }

  start(): void {
    const { signal } = this.#stopping;
    const { controller } = navigator.serviceWorker;
    if (controller !== null) this.#installed.add(controller);
    this.#tabs.addEventListener('message', ({ data }) => this.#hear(data), { signal });
    // Offline, a look for updates fails; the next one will do.
    const look = () => this.#followed?.workbox.update().catch(() => undefined);
    const timer = setInterval(look, checkEveryMs);
    signal.addEventListener('abort', () => clearInterval(timer));
    void this.#follow();
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

  /** Registers, and listens from now on to this `Workbox` alone. */
  async #follow(): Promise<void> {
    const workbox = new Workbox('/sw.js');
    const following = new AbortController();
    const { signal } = following;
    const isOver = AbortSignal.any([signal, this.#stopping.signal]);
    const listen = (
      type: 'waiting' | 'controlling' | 'installed' | 'redundant',
      hear: (event: OfWorker) => void,
    ) => workbox.addEventListener(type, (event) => isOver.aborted || hear(event));
    const followAgain = () => {
      following.abort();
      void this.#follow();
    };
    // An interrupted installation is retried: until one is finished, the app is not on this device.
    const installAgain = () => {
      tryAgain(this.#failures, isOver, followAgain);
      this.#failures += 1;
    };
    listen('waiting', () => this.#hadController && this.#offer());
    listen('controlling', () => this.#isTaken());
    listen('installed', ({ sw, isExternal }) => {
      if (sw !== undefined) this.#installed.add(sw);
      this.#failures = 0;
      // After a worker that it has not registered itself, a `Workbox` hears of no other.
      if (isExternal === true) followAgain();
    });
    listen('redundant', ({ sw }) => {
      if (sw !== undefined && !this.#installed.has(sw)) installAgain();
    });
    try {
      const registration = await workbox.register({ immediate: true });
      if (registration !== undefined && !isOver.aborted) this.#followed = { workbox, registration };
    } catch (error) {
      console.warn('The service worker could not be registered', error);
      installAgain();
    }
  }

  #offer(): void {
    this.#tell(() => {
      // By now another tab may have taken it.
      if (!this.#isWaiting()) return this.#reload();
      // Reloaded before it takes over, the page would be the old version once more.
      this.#asked = { mayLoseText: wouldLoseText() };
      this.#askToTakeOver();
    });
  }

  #isWaiting(): boolean {
    return (this.#followed?.registration.waiting ?? null) !== null;
  }

  /** Until it does, or is gone: what is said may not reach it. */
  #askToTakeOver(asks = 1): void {
    if (!this.#isWaiting() || this.#stopping.signal.aborted || this.#isReloading) return;
    this.#followed?.workbox.messageSkipWaiting();
    setTimeout(() => this.#askToTakeOver(asks + 1), askAgainMs);
    if (asks >= mostAsks) void this.#goPast();
  }

  /** Without a worker the next page comes from the server, if that is there, and registers the new worker itself. */
  async #goPast(): Promise<void> {
    const answer = await fetch('/sw.js', { method: 'HEAD', cache: 'no-store' }).catch(() => null);
    if (answer?.ok !== true || !this.#mayReload() || this.#isReloading) return;
    await this.#followed?.registration.unregister();
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
