import type { PastState } from '@pmcw/contracts';

type Field = PastState[string];
/** A plain value, or a list item with fields. */
export type PastValue = Exclude<Field, readonly unknown[]>;

export interface Difference {
  readonly key: string;
  readonly field: string;
  readonly change: 'same' | 'changed' | 'added' | 'removed';
  /** Undefined if it does not exist. */
  readonly is: PastValue | undefined;
  readonly was: PastValue | undefined;
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

function changeOf(is: PastValue | undefined, was: PastValue | undefined): Difference['change'] {
  if (isSame(is, was)) return 'same';
  if (was === undefined) return 'added';
  return is === undefined ? 'removed' : 'changed';
}

const row = (
  key: string,
  field: string,
  is: PastValue | undefined,
  was: PastValue | undefined,
): Difference => ({ key, field, is, was, change: changeOf(is, was) });

const identityOf = (item: PastValue): string =>
  typeof item === 'object' && item !== null && item.id !== undefined ? String(item.id) : String(item);

const byIdentity = (field: Field | undefined): ReadonlyMap<string, PastValue> =>
  new Map(Array.isArray(field) ? field.map((item) => [identityOf(item), item]) : []);

/** Current items in order, then removed ones. An empty list is one row without a value. */
function itemRows(name: string, is: Field | undefined, was: Field | undefined): readonly Difference[] {
  const [items, earlier] = [byIdentity(is), byIdentity(was)];
  const ids = [...new Set([...items.keys(), ...earlier.keys()])];
  if (ids.length === 0) return [row(name, name, null, was === undefined ? undefined : null)];
  return ids.map((id) => row(`${name} ${id}`, name, items.get(id), earlier.get(id)));
}

export function differencesOf(before: PastState, state: PastState): readonly Difference[] {
  const names = [...new Set([...Object.keys(state), ...Object.keys(before)])];
  return names.flatMap((name) => {
    const [is, was] = [state[name], before[name]];
    if (Array.isArray(is) || Array.isArray(was)) return itemRows(name, is, was);
    return [row(name, name, is, was)];
  });
}
