import { createStore } from '../base/storage/store.ts';

/** How the app can be installed here: the browser asks when told, the person does it by hand (iOS), or not at all. */
export type Installing =
  | { readonly kind: 'ask'; readonly ask: () => Promise<void> }
  | { readonly kind: 'by-hand' }
  | { readonly kind: 'no' };

/** Whether this page runs as an installed app. */
export const isInstalled = (): boolean =>
  window.matchMedia('(display-mode: standalone), (display-mode: fullscreen), (display-mode: minimal-ui)')
    .matches || navigator.standalone === true;

/** Telephones and tablets of Apple, whose browsers ask nobody. Tablets call themselves Macs, but have a touch screen. */
export const installsByHand = (userAgent: string, touchPoints: number): boolean =>
  /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1);

/** How the app can be installed; changes when the browser says that it may be. */
export const installing = createStore<Installing>({ kind: 'no' });

/** Whether the person has sent a message since the page was opened: by then they know what they would install. */
export const hasSentMessage = createStore(false);

/** Begins to listen. To be called as the page starts: the browser tells once, and early. */
export function watchInstalling(): void {
  if (!isInstalled() && installsByHand(navigator.userAgent, navigator.maxTouchPoints)) {
    installing.set({ kind: 'by-hand' });
  }
  window.addEventListener('beforeinstallprompt', (event) => {
    // Kept for a better moment than the browser's.
    event.preventDefault();
    installing.set({ kind: 'ask', ask: () => ask(event) });
  });
  window.addEventListener('appinstalled', () => installing.set({ kind: 'no' }));
}

/** The browser lets one event ask once, and sends another one when it may be asked again. */
async function ask(event: BeforeInstallPromptEvent): Promise<void> {
  installing.set({ kind: 'no' });
  await event.prompt();
}
