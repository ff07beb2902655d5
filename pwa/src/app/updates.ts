import { Workbox } from 'workbox-window';
import { firstAbort } from '../base/api/firstAbort.ts';
import { isOfServer } from '../base/api/ofServer.ts';
import { isBusy, wouldLoseText } from '../base/forms/busy.ts';
import { trustedScript } from '../base/scripts/trustedScripts.ts';
import { onWaking } from '../device/realtime/waking.ts';
import { retryLater } from './retryLater.ts';

const checkEveryMs = 60 * 60 * 1000;
/** Least time between two checks; a tab may be shown and hidden many times. */
const checkRestMs = 10_000;
/** Milliseconds until a waiting worker is asked again to take over. */
const askAgainMs = 3_000;
/** Requests before this tab bypasses the worker, because browsers may delay a takeover for minutes. */
const mostAsks = 5;

/** A new version for this page; all tabs are notified. */
export interface Update {
  /** Whether the update would lose text on this page. */
  readonly wouldLoseText: () => boolean;
  /**
   * Activates the new version in every tab. This one reloads after the takeover, others while nothing is written there.
   * Text that would be lost now may be lost, but none written later.
   */
  readonly apply: () => void;
  /** Hides the prompt in all tabs until a newer version arrives or the app is opened again. */
  readonly later: () => void;
}

interface OfWorker {
  readonly sw?: ServiceWorker;
  /** Another tab registered it. */
  readonly isExternal?: boolean;
}

class UpdateWatch {
  readonly #onChange: (update: Update | null) => void;
  readonly #stopping = new AbortController();
  readonly #tabs = new BroadcastChannel('updates');
  /** A visitor's first worker is no update. */
  readonly #hadController = navigator.serviceWorker.controller !== null;
  /** Workers that were ever installed; others that become redundant must be installed again. */
  readonly #installed = new WeakSet<ServiceWorker>();
  #followed: { readonly workbox: Workbox; readonly registration: ServiceWorkerRegistration } | null = null;
  #failures = 0;
  /** Milliseconds since 1970. */
  #checkFrom = 0;
  #isReloading = false;
  #asked: { readonly mayLoseText: boolean } | null = null;

  constructor(onChange: (update: Update | null) => void) {
    this.#onChange = onChange;
  }

  start(): void {
    const { signal } = this.#stopping;
    const { controller } = navigator.serviceWorker;
    if (controller !== null) this.#installed.add(controller);
    this.#tabs.addEventListener('message', ({ data }) => this.#receive(data), { signal });
    const timer = setInterval(() => void this.#check(), checkEveryMs);
    // A sleeping device misses the interval.
    const stopWaking = onWaking(() => void this.#check());
    signal.addEventListener('abort', () => {
      clearInterval(timer);
      stopWaking();
    });
    void this.#follow();
  }

  stop(): void {
    this.#stopping.abort();
    this.#tabs.close();
  }

  async #check(): Promise<void> {
    if (this.#followed === null || performance.now() < this.#checkFrom) return;
    this.#checkFrom = performance.now() + checkRestMs;
    // It fails offline; the next one will succeed.
    await this.#followed.workbox.update().catch(() => undefined);
  }

  #receive(message: unknown): void {
    if (message === 'gone past') this.#isTaken();
    else this.#onChange(null);
  }

  /** Registers, and from then on listens only to this `Workbox`. */
  async #follow(): Promise<void> {
    const workbox = new Workbox(trustedScript('/sw.js'));
    const following = new AbortController();
    const { signal } = following;
    const isOver = firstAbort(signal, this.#stopping.signal);
    const listen = (
      type: 'waiting' | 'controlling' | 'installed' | 'redundant',
      handle: (event: OfWorker) => void,
    ) => workbox.addEventListener(type, (event) => isOver.aborted || handle(event));
    const followAgain = () => {
      following.abort();
      void this.#follow();
    };
    // Retries an interrupted installation, because until one succeeds the app is not available offline.
    const installAgain = () => {
      retryLater(this.#failures, isOver, followAgain);
      this.#failures += 1;
    };
    listen('waiting', () => this.#hadController && this.#offer());
    listen('controlling', () => this.#isTaken());
    listen('installed', ({ sw, isExternal }) => {
      if (sw !== undefined) this.#installed.add(sw);
      this.#failures = 0;
      // A `Workbox` misses later workers after one that another tab registered.
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
    this.#announce(() => {
      // Another tab may have activated it already.
      if (!this.#isWaiting()) return this.#reload();
      // A reload before the takeover would load the old version again.
      this.#asked = { mayLoseText: wouldLoseText() };
      this.#askToTakeOver();
    });
  }

  #isWaiting(): boolean {
    return (this.#followed?.registration.waiting ?? null) !== null;
  }

  /** Repeats until the worker takes over or is gone, because the message may be lost. */
  #askToTakeOver(asks = 1): void {
    if (!this.#isWaiting() || this.#stopping.signal.aborted || this.#isReloading) return;
    this.#followed?.workbox.messageSkipWaiting();
    setTimeout(() => this.#askToTakeOver(asks + 1), askAgainMs);
    if (asks >= mostAsks) void this.#goPast();
  }

  /** Without a worker the next page comes from the server, if it is up, and registers the new worker. */
  async #goPast(): Promise<void> {
    const answer = await fetch('/sw.js', { method: 'HEAD', cache: 'no-store' }).catch(() => null);
    const isThere = answer?.ok === true && isOfServer(answer);
    if (!isThere || !this.#mayReload() || this.#isReloading) return;
    await this.#followed?.registration.unregister();
    // The other tabs see no takeover of a worker then.
    this.#tabs.postMessage('gone past');
    this.#reload();
  }

  #mayReload(): boolean {
    return this.#asked !== null && (this.#asked.mayLoseText || !wouldLoseText());
  }

  /** Handles a takeover by this or another tab. The page's code is outdated, but unsaved input has priority. */
  #isTaken(): void {
    if (this.#isReloading) return;
    if (this.#mayReload()) {
      this.#reload();
      return;
    }
    if (!this.#hadController) return;
    this.#announce(() => this.#reload());
    const followUnseen = () => {
      if (document.visibilityState === 'hidden' && !isBusy()) this.#reload();
    };
    followUnseen();
    document.addEventListener('visibilitychange', followUnseen, { signal: this.#stopping.signal });
  }

  #announce(apply: () => void): void {
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
 * Registers the service worker and reports a new version, or null when postponed. The page reloads on `apply`, or, when
 * hidden and idle, after another tab activated it.
 * @returns a function that stops watching
 */
export function watchForUpdates(onChange: (update: Update | null) => void): () => void {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return () => undefined;
  const watch = new UpdateWatch(onChange);
  watch.start();
  return () => watch.stop();
}
