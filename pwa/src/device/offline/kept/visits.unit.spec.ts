import { beforeEach, describe, expect, it, vi } from 'vitest';
import { keepItem } from '../../../base/storage/pageStorage.ts';
import { noteVisits, visitsMax, visitsOf, visitsWith } from './visits.ts';

const hourMs = 60 * 60 * 1000;
const look = (hours: number) => ({ at: hours * hourMs, newest: hours });
const lena = { id: 7, createdAt: '2026-01-01T00:00:00Z' };

/** An in-memory localStorage. */
function storage() {
  const texts = new Map<string, string>();
  return {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  };
}

beforeEach(() => vi.stubGlobal('localStorage', storage()));

describe('a visit', () => {
  it('lasts while views follow within an hour, and then becomes the previous one', () => {
    const first = visitsWith(null, look(0));
    expect(first).toEqual({ latest: look(0), before: null });
    const again = visitsWith(first, look(0.9));
    expect(again).toEqual({ latest: look(0.9), before: null });
    const second = visitsWith(again, look(1.9));
    expect(second).toEqual({ latest: look(1.9), before: look(0.9) });
    expect(visitsWith(second, look(2))).toEqual({ latest: look(2), before: look(0.9) });
  });
});

describe('stored visits', () => {
  it('are separate for each member and for visitors', () => {
    noteVisits(lena, 1, visitsWith(null, look(1)));
    expect(visitsOf(lena, 1)).toEqual({ latest: look(1), before: null });
    expect([visitsOf(null, 1), visitsOf(lena, 2)]).toEqual([null, null]);
  });

  it('are limited to the profiles visited last', () => {
    for (let id = 1; id <= visitsMax + 2; id += 1) noteVisits(null, id, visitsWith(null, look(id)));
    expect([1, 2, 3].map((id) => visitsOf(null, id) !== null)).toEqual([false, false, true]);
  });

  it('are none if unreadable, or if storing is forbidden', () => {
    localStorage.setItem('visits-of-visitors', '{"1":{"latest":"yesterday"}}');
    expect(visitsOf(null, 1)).toBeNull();
    const forbidden = () => {
      throw new DOMException('forbidden', 'SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem: forbidden, setItem: forbidden, removeItem: forbidden });
    keepItem('visits-of-visitors', null);
    expect(visitsOf(null, 1)).toBeNull();
  });
});
