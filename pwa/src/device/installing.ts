import { askToPersistAgain } from '../base/storage/persistence.ts';
import { createStore } from '../base/storage/store.ts';

/** `ask`: the browser asks on request. `by-hand`: the person installs it themselves (iOS). */
type Installing =
  | { readonly kind: 'ask'; readonly prompt: () => Promise<void> }
  | { readonly kind: 'by-hand' }
  | { readonly kind: 'no' };

export const isInstalled = (): boolean =>
  window.matchMedia('(display-mode: standalone), (display-mode: fullscreen), (display-mode: minimal-ui)')
    .matches || navigator.standalone === true;

/** Apple's phones and tablets never ask. Tablets call themselves Macs, but have a touch screen. */
export const installsByHand = (userAgent: string, touchPoints: number): boolean =>
  /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1);

export const installing = createStore<Installing>({ kind: 'no' });

/** Since the page was opened: the person knows what they would install. */
export const hasSentMessage = createStore(false);

/** Call it as the page starts: the browser fires its event once, and early. */
export function watchInstalling(): void {
  if (!isInstalled() && installsByHand(navigator.userAgent, navigator.maxTouchPoints)) {
    installing.set({ kind: 'by-hand' });
  }
  window.addEventListener('beforeinstallprompt', (event) => {
    // Postponed to a better moment.
    event.preventDefault();
    installing.set({ kind: 'ask', prompt: () => prompt(event) });
  });
  window.addEventListener('appinstalled', () => {
    installing.set({ kind: 'no' });
    askToPersistAgain();
  });
}

/** An event can ask once; the browser fires another when asking is possible again. */
async function prompt(event: BeforeInstallPromptEvent): Promise<void> {
  installing.set({ kind: 'no' });
  await event.prompt();
}
