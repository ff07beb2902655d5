import { useSyncExternalStore } from 'react';

/** Spec §9, in milliseconds and pixels. */
export const toastRules = { durationMs: 5000, removeAfterMs: 1_000_000, swipePx: 50, hotkey: 'F8' } as const;

export interface ToastContent {
  readonly title: string;
  readonly description?: string;
  /** `danger` for failures, `gold` for what was earned. */
  readonly tone?: 'neutral' | 'success' | 'danger' | 'gold';
  /** `Infinity` keeps it until it is dismissed. */
  readonly durationMs?: number;
  /** Also dismisses the toast. */
  readonly action?: { readonly label: string; readonly onSelect: () => void };
}

/** The current toast, or one that is fading out. */
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

/** Returns a function that dismisses the toast. */
export function toast(content: ToastContent): () => void {
  clearTimeout(removal);
  lastId += 1;
  const id = lastId;
  show({ ...content, id, isOpen: true });
  return () => dismissToast(id);
}

/** Only if it is still the current one. */
export function dismissToast(id: number): void {
  if (current?.id !== id || !current.isOpen) return;
  show({ ...current, isOpen: false });
  removal = setTimeout(() => current?.id === id && show(null), toastRules.removeAfterMs);
}

/** The current or last toast; null if there is none. */
export function currentToast(): ShownToast | null {
  return current;
}

export function useToast(): ShownToast | null {
  return useSyncExternalStore(subscribe, currentToast);
}
