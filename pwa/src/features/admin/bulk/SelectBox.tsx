import { useId } from 'react';
import { CheckMark } from '../../../base/ui/Checkbox.tsx';
import { bulk } from '../../../base/words/en/admin/bulk.ts';
import { useWords } from '../../../base/words/words.ts';
import type { BulkItem } from './bulkActions.ts';
import type { Selection } from './useSelection.ts';

interface SelectBoxProps {
  readonly selection: Selection;
  readonly item: BulkItem;
}

/** The label makes the target 44 pixels wide and high. */
export function SelectBox({ selection, item }: SelectBoxProps) {
  const id = useId();
  const words = useWords(bulk);
  return (
    <label htmlFor={id} className="-m-3 grid shrink-0 cursor-pointer p-3">
      <span className="sr-only">{words.select(item.name)}</span>
      <CheckMark id={id} checked={selection.has(item.id)} onChange={() => selection.toggle(item)} />
    </label>
  );
}

interface SelectShownProps {
  readonly selection: Selection;
  readonly items: readonly BulkItem[];
}

/** All items on the page. */
export function SelectShown({ selection, items }: SelectShownProps) {
  const id = useId();
  const words = useWords(bulk);
  if (items.length === 0) return null;
  const areAll = items.every((item) => selection.has(item.id));
  return (
    <label htmlFor={id} className="flex min-h-8 cursor-pointer items-center gap-2.5 text-sm text-muted">
      <CheckMark
        id={id}
        checked={areAll}
        onChange={() => (areAll ? selection.remove(items) : selection.add(items))}
      />
      {words.selectShown}
    </label>
  );
}
