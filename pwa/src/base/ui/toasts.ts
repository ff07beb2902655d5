import { useSyncExternalStore } from 'react';

/** Toast behaviour of spec §9, in milliseconds and pixels. */
export const toastRules = { durationMs: 5000, removeAfterMs: 1_000_000, swipePx: 50, hotkey: 'F8' } as const;

/** What a toast says. */
export interface ToastContent {
  readonly title: string;
  readonly description?: string;
  /** `danger` for what went wrong, `gold` for what was earned. */
  readonly tone?: 'neutral' | 'success' | 'danger' | 'gold';
  /** Milliseconds until it goes away; `Infinity` keeps it until it is dismissed. */
  readonly durationMs?: number;
  /** One thing that can be done about it; doing it dismisses the toast. */
  readonly action?: { readonly label: string; readonly onSelect: () => void };
}

/** The one toast that is on screen, or was dismissed and is fading. */
export interface ShownToast extends ToastContent {
  readonly id: number;
  readonly isOpen: boolean;
}

let current: ShownToast | null = null;
let lastId = 0;
let removal: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function show(next: ShownToast | null): void {
  current = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Says something in passing; takes the place of the toast before it. Returns a function that dismisses it. */
export function toast(content: ToastContent): () => void {
  clearTimeout(removal);
  lastId += 1;
  const id = lastId;
  show({ ...content, id, isOpen: true });
  return () => dismissToast(id);
}

/** Closes the toast if it is still the one on screen. */
export function dismissToast(id: number): void {
  if (current?.id !== id || !current.isOpen) return;
  show({ ...current, isOpen: false });
  removal = setTimeout(() => current?.id === id && show(null), toastRules.removeAfterMs);
}

/** The toast that is shown now, or was last; null when there is none. */
export function currentToast(): ShownToast | null {
  return current;
}

/** `currentToast`, for components. */
export function useToast(): ShownToast | null {
  return useSyncExternalStore(subscribe, currentToast);
}
