import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { currentToast, dismissToast, toast, toastRules } from './toasts.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

describe('toasts', () => {
  it('show one at a time: the newest', () => {
    toast({ title: 'first' });
    toast({ title: 'second' });
    expect(currentToast()).toMatchObject({ title: 'second', isOpen: true });
  });

  it('forget a dismissed one after its time', () => {
    const dismiss = toast({ title: 'going' });
    dismiss();
    expect(currentToast()).toMatchObject({ title: 'going', isOpen: false });
    vi.advanceTimersByTime(toastRules.removeAfterMs - 1);
    expect(currentToast()).not.toBeNull();
    vi.advanceTimersByTime(1);
    expect(currentToast()).toBeNull();
  });

  it('ignore a late dismissal of an earlier one', () => {
    const dismissFirst = toast({ title: 'first' });
    dismissFirst();
    toast({ title: 'second' });
    dismissFirst();
    vi.advanceTimersByTime(toastRules.removeAfterMs * 2);
    expect(currentToast()).toMatchObject({ title: 'second', isOpen: true });
    dismissToast(currentToast()?.id ?? 0);
  });
});
