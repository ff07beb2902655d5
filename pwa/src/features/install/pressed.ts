import * as v from 'valibot';
import { createStore } from '../../base/storage/store.ts';

/** The service worker says that a notification was pressed. */
const openedSchema = v.object({ type: v.literal('OPEN'), path: v.pipe(v.string(), v.startsWith('/')) });

/** Where the last notification that was pressed leads, until somebody goes there. */
const pressed = createStore<string | null>(null);

/** Listens for presses from the very start: what follows them (`DeviceHost`) comes with or after the first screen. */
export function notePressed(): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent) => {
    const opened = v.safeParse(openedSchema, data);
    if (opened.success) pressed.set(opened.output.path);
  });
}

/**
 * Leads to where pressed notifications lead, one that was pressed before included. Returns a function that stops it.
 * @param lead goes to a path of the app
 */
export function followPressed(lead: (path: string) => void): () => void {
  const follow = () => {
    const path = pressed.get();
    if (path === null) return;
    pressed.set(null);
    lead(path);
  };
  follow();
  return pressed.subscribe(follow);
}
