import { limits, oneLine } from '@pmcw/contracts';
import { ListFilter } from 'lucide-react';
import { type SyntheticEvent, useId, useState } from 'react';
import { Button } from '../../../../base/ui/Button.tsx';
import { CountBadge } from '../../../../base/ui/CountBadge.tsx';
import { SearchArea } from '../../../../base/ui/SearchArea.tsx';
import { SearchInput } from '../../../../base/ui/SearchInput.tsx';
import { TextField } from '../../../../base/ui/TextField.tsx';
import { history } from '../../../../base/words/en/admin/history.ts';
import { useFormats } from '../../../../base/words/formats.ts';
import { useWords } from '../../../../base/words/words.ts';
import { countFilters, exportSearch, type FilterValues } from '../../address/historyState.ts';
import { fromLocalMoment, toLocalMoment } from './localMoment.ts';
import { parseMember } from './memberFilter.ts';
import { TypeChoice } from './TypeChoice.tsx';
import { useMemberName } from './useMemberName.ts';

interface HistoryFiltersProps {
  readonly filters: FilterValues;
  readonly onApply: (filters: FilterValues) => void;
}

/** A search, and all other filters behind a button. They are combined by "and". */
export function HistoryFilters({ filters, onApply }: HistoryFiltersProps) {
  const [isOpen, setOpen] = useState(false);
  const actor = useMemberName(filters.actor);
  const target = useMemberName(filters.target);
  return (
    <FilterForm
      // The fields follow when the address changes otherwise.
      key={`${exportSearch(filters)} ${actor} ${target}`}
      {...{ filters, isOpen, actor, target }}
      onToggle={() => setOpen(!isOpen)}
      onApply={(applied) => {
        setOpen(false);
        onApply(applied);
      }}
    />
  );
}

interface FilterFormProps extends HistoryFiltersProps {
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  /** As typed. */
  readonly actor: string;
  readonly target: string;
}

type Problems = Partial<Record<'actor' | 'target', string>>;

function FilterForm({ filters, isOpen, onToggle, onApply, ...members }: FilterFormProps) {
  const words = useWords(history).filters;
  const formats = useFormats();
  const panel = useId();
  const [typed, setTyped] = useState({ ...filters, ...members });
  const [problems, setProblems] = useState<Problems>({});
  const [isLookingUp, setLookingUp] = useState(false);
  const set = (changes: Partial<FilterValues>) => setTyped({ ...typed, ...changes });

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    setLookingUp(true);
    // Unchanged names need no lookup.
    const [actor, target] = await Promise.all([
      typed.actor === members.actor ? { value: filters.actor } : parseMember(typed.actor, words.systemName),
      typed.target === members.target ? { value: filters.target } : parseMember(typed.target, null),
    ]);
    setLookingUp(false);
    if ('problem' in actor || 'problem' in target) {
      const problemOf = (of: typeof actor, field: string) =>
        'problem' in of ? { [field]: words[of.problem] } : {};
      setProblems({ ...problemOf(actor, 'actor'), ...problemOf(target, 'target') });
      return;
    }
    const text = { text: oneLine(typed.text), stream: oneLine(typed.stream) };
    onApply({ ...typed, ...text, actor: actor.value, target: target.value });
  };

  const isShown = isOpen || Object.keys(problems).length > 0;
  const active = countFilters({ ...filters, text: '' });
  return (
    <SearchArea>
      <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <div className="flex gap-2">
          <SearchInput
            {...plainText}
            label={words.text}
            placeholder={words.textPlaceholder}
            value={typed.text}
            onType={(text) => set({ text })}
            button={{ submit: words.search }}
            className="min-w-0 flex-1"
          />
          <Button
            variant="secondary"
            aria-expanded={isShown}
            aria-controls={panel}
            onClick={onToggle}
            className="h-12!"
          >
            <ListFilter aria-hidden="true" />
            <span className="max-sm:sr-only">{words.title}</span>
            <CountBadge count={active} label={words.active(formats.number(active))} />
          </Button>
        </div>
        <div
          id={panel}
          hidden={!isShown}
          className="flex flex-col gap-4 rounded-xl border bg-surface p-4 sm:p-5 [&[hidden]]:hidden"
        >
          <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
            <TextField
              label={words.actor}
              hint={words.actorHint}
              error={problems.actor}
              {...plainText}
              value={typed.actor}
              onChange={(event) => set({ actor: event.target.value })}
            />
            <TextField
              label={words.target}
              hint={words.targetHint}
              error={problems.target}
              {...plainText}
              value={typed.target}
              onChange={(event) => set({ target: event.target.value })}
            />
            <TextField
              label={words.stream}
              hint={words.streamHint}
              {...plainText}
              value={typed.stream}
              onChange={(event) => set({ stream: event.target.value })}
              className="font-mono text-sm"
            />
            {(['from', 'to'] as const).map((end) => (
              <TextField
                key={end}
                label={words[end]}
                type="datetime-local"
                value={toLocalMoment(typed[end])}
                onChange={(event) => set({ [end]: fromLocalMoment(event.target.value) })}
              />
            ))}
          </div>
          <TypeChoice chosen={typed.types} onChange={(types) => set({ types })} />
          <div className="flex justify-end">
            <Button type="submit" isPending={isLookingUp}>
              {words.apply}
            </Button>
          </div>
        </div>
      </form>
    </SearchArea>
  );
}

/** Names and codes, which keyboards must not correct. */
const plainText = {
  autoComplete: 'off',
  autoCapitalize: 'none',
  spellCheck: false,
  maxLength: limits.walletAddressMax,
} as const;
