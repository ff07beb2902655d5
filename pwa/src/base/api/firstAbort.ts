/** A signal that aborts with the first of these. `AbortSignal.any` is newer than the oldest supported browsers. */
export function firstAbort(...signals: readonly AbortSignal[]): AbortSignal {
  const controller = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) controller.abort(signal.reason);
    signal.addEventListener('abort', () => controller.abort(signal.reason), { signal: controller.signal });
  }
  return controller.signal;
}
