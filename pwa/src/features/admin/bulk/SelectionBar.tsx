import { useMutation } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../../base/ui/Button.tsx';
import { IconButton } from '../../../base/ui/IconButton.tsx';
import { toast } from '../../../base/ui/toasts.ts';
import { bulk } from '../../../base/words/en/admin/bulk.ts';
import { useFormats } from '../../../base/words/formats.ts';
import { useWords } from '../../../base/words/words.ts';
import { callFailure } from '../requests/failures.ts';
import { BatchDialog } from './BatchDialog.tsx';
import { type BulkAction, type BulkItem, isSuspension } from './bulkActions.ts';
import type { Selection } from './useSelection.ts';

/** All items that match the list's filter, also on other pages. */
export interface WholeList {
  /** Null if unknown. */
  readonly count: number | null;
  readonly load: () => Promise<readonly BulkItem[]>;
}

/** More than any list has. */
export const wholeListPages = 10_000;

interface SelectionBarProps {
  readonly selection: Selection;
  readonly kinds: readonly BulkAction['kind'][];
  /** Null if all of it is on the page. */
  readonly whole: WholeList | null;
}

/** Actions on the selected rows; absent while there are none. */
export function SelectionBar({ selection, kinds, whole }: SelectionBarProps) {
  const words = useWords(bulk);
  const { number } = useFormats();
  const [kind, setKind] = useState<BulkAction['kind'] | null>(null);
  const bar = useRef<HTMLElement>(null);
  const { items } = selection;
  if (items.length === 0) return null;
  const clear = () => {
    const list = bar.current?.parentElement?.closest<HTMLElement>('[tabindex="-1"]');
    setKind(null);
    selection.clear();
    // Once the dialog is gone; the bar, which had focus before it, goes too.
    requestAnimationFrame(() => list?.focus({ preventScroll: true }));
  };
  return (
    <section
      ref={bar}
      aria-label={words.selection}
      className="sticky bottom-[calc(var(--shell-bottom)+0.5rem)] z-20 mt-4 flex flex-wrap items-center gap-2 rounded-xl border bg-float p-3 shadow-overlay"
    >
      <p role="status" className="px-1 text-sm tabular-nums">
        {words.selected(number(items.length))}
      </p>
      {whole !== null && <SelectWhole selection={selection} whole={whole} />}
      <div className="ml-auto flex flex-wrap items-center gap-2">
        {kinds.map((each) => (
          <Button
            key={each}
            size="sm"
            variant={isSuspension(each) ? 'danger' : 'secondary'}
            onClick={() => setKind(each)}
          >
            {words.action[each]}
          </Button>
        ))}
        <IconButton size="sm" label={words.clear} onClick={clear}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
      {kind !== null && (
        <BatchDialog kind={kind} items={items} onCancel={() => setKind(null)} onClose={clear} />
      )}
    </section>
  );
}

interface SelectWholeProps {
  readonly selection: Selection;
  readonly whole: WholeList;
}

function SelectWhole({ selection, whole: { count, load } }: SelectWholeProps) {
  const words = useWords(bulk);
  const { number } = useFormats();
  const loading = useMutation({
    mutationFn: load,
    onSuccess: selection.add,
    onError: (error) => {
      toast(callFailure(error));
    },
  });
  if (count !== null && selection.items.length >= count) return null;
  return (
    <Button size="sm" variant="ghost" isPending={loading.isPending} onClick={() => loading.mutate()}>
      {count === null ? words.selectWhole : words.selectAll(number(count))}
    </Button>
  );
}
