import * as v from 'valibot';
import { createStore } from '../../base/storage/store.ts';

/** The service worker's message after a press on a notification. */
const openedSchema = v.object({ type: v.literal('OPEN'), path: v.pipe(v.string(), v.startsWith('/')) });

const pressed = createStore<string | null>(null);

/** Listens from the start, because `DeviceHost` is loaded later. */
export function watchPressedNotifications(): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent) => {
    const opened = v.safeParse(openedSchema, data);
    if (opened.success) pressed.set(opened.output.path);
  });
}

/**
 * Follows pressed notifications, including an earlier one. Returns a function that stops it.
 * @param open navigates to a path of the app
 */
export function followPressedNotifications(open: (path: string) => void): () => void {
  const follow = () => {
    const path = pressed.get();
    if (path === null) return;
    pressed.set(null);
    open(path);
  };
  follow();
  return pressed.subscribe(follow);
}
