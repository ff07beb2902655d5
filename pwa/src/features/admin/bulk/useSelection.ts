import { useState } from 'react';
import type { BulkItem } from './bulkActions.ts';

export interface Selection {
  readonly items: readonly BulkItem[];
  has(id: string): boolean;
  toggle(item: BulkItem): void;
  add(items: readonly BulkItem[]): void;
  remove(items: readonly BulkItem[]): void;
  clear(): void;
}

const none: ReadonlyMap<string, BulkItem> = new Map();

/** @param list names the filter and search; the selection of another list is dropped */
export function useSelection(list: string): Selection {
  const [kept, setKept] = useState({ list, selected: none });
  const selected = kept.list === list ? kept.selected : none;
  const select = (next: ReadonlyMap<string, BulkItem>) => setKept({ list, selected: next });
  const without = (items: readonly BulkItem[]) => {
    const next = new Map(selected);
    for (const { id } of items) next.delete(id);
    return next;
  };
  const including = (items: readonly BulkItem[]) =>
    new Map([...selected, ...items.map((item) => [item.id, item] as const)]);
  return {
    items: [...selected.values()],
    has: (id) => selected.has(id),
    toggle: (item) => select(selected.has(item.id) ? without([item]) : including([item])),
    add: (items) => select(including(items)),
    remove: (items) => select(without(items)),
    clear: () => select(none),
  };
}
