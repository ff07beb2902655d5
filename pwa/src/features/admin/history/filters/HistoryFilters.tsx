import { limits, oneLine } from '@pmcw/contracts';
import { ListFilter, Search } from 'lucide-react';
import { type SyntheticEvent, useId, useState } from 'react';
import { Button } from '../../../../base/ui/Button.tsx';
import { CountBadge } from '../../../../base/ui/CountBadge.tsx';
import { Field } from '../../../../base/ui/Field.tsx';
import { Input } from '../../../../base/ui/Input.tsx';
import { history } from '../../../../base/words/en/admin/history.ts';
import { useFormats } from '../../../../base/words/formats.ts';
import { useWords } from '../../../../base/words/words.ts';
import { countFilters, exportSearch, type HistoryFilters as Filters } from '../../address/historyState.ts';
import { fromLocalMoment, toLocalMoment } from './localMoment.ts';
import { memberFilterOf } from './memberFilter.ts';
import { TypeChoice } from './TypeChoice.tsx';
import { useMemberName } from './useMemberName.ts';

export interface HistoryFiltersProps {
  readonly filters: Filters;
  readonly onApply: (filters: Filters) => void;
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
  const set = (changes: Partial<Filters>) => setTyped({ ...typed, ...changes });

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    setLookingUp(true);
    // Unchanged names need no lookup.
    const [actor, target] = await Promise.all([
      typed.actor === members.actor
        ? { value: filters.actor }
        : memberFilterOf(typed.actor, words.systemName),
      typed.target === members.target ? { value: filters.target } : memberFilterOf(typed.target, null),
    ]);
    setLookingUp(false);
    if ('problem' in actor || 'problem' in target) {
      const told = (of: typeof actor, field: string) =>
        'problem' in of ? { [field]: words[of.problem] } : {};
      setProblems({ ...told(actor, 'actor'), ...told(target, 'target') });
      return;
    }
    const text = { text: oneLine(typed.text), stream: oneLine(typed.stream) };
    onApply({ ...typed, ...text, actor: actor.value, target: target.value });
  };

  const isShown = isOpen || Object.keys(problems).length > 0;
  const active = countFilters({ ...filters, text: '' });
  return (
    <search>
      <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <div className="flex gap-2">
          <SearchBox text={typed.text} onChange={(text) => set({ text })} />
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
            <Field label={words.actor} hint={words.actorHint} error={problems.actor}>
              {(control) => (
                <Input
                  {...control}
                  {...plainText}
                  value={typed.actor}
                  onChange={(event) => set({ actor: event.target.value })}
                />
              )}
            </Field>
            <Field label={words.target} hint={words.targetHint} error={problems.target}>
              {(control) => (
                <Input
                  {...control}
                  {...plainText}
                  value={typed.target}
                  onChange={(event) => set({ target: event.target.value })}
                />
              )}
            </Field>
            <Field label={words.stream} hint={words.streamHint}>
              {(control) => (
                <Input
                  {...control}
                  {...plainText}
                  value={typed.stream}
                  onChange={(event) => set({ stream: event.target.value })}
                  className="font-mono text-sm"
                />
              )}
            </Field>
            {(['from', 'to'] as const).map((end) => (
              <Field key={end} label={words[end]}>
                {(control) => (
                  <Input
                    {...control}
                    type="datetime-local"
                    value={toLocalMoment(typed[end])}
                    onChange={(event) => set({ [end]: fromLocalMoment(event.target.value) })}
                  />
                )}
              </Field>
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
    </search>
  );
}

/** Names and codes, which keyboards must not correct. */
const plainText = {
  autoComplete: 'off',
  autoCapitalize: 'none',
  spellCheck: false,
  maxLength: limits.walletAddressMax,
} as const;

function SearchBox({ text, onChange }: { readonly text: string; readonly onChange: (text: string) => void }) {
  const words = useWords(history).filters;
  return (
    <div className="relative min-w-0 flex-1">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-4 size-4.5 -translate-y-1/2 text-faint"
      />
      <Input
        {...plainText}
        type="search"
        aria-label={words.text}
        placeholder={words.textPlaceholder}
        enterKeyHint="search"
        value={text}
        onChange={(event) => onChange(event.target.value)}
        className="pr-26 pl-11 [&::-webkit-search-cancel-button]:hidden"
      />
      <Button
        type="submit"
        size="sm"
        variant="secondary"
        className="absolute top-1/2 right-1.5 -translate-y-1/2"
      >
        {words.search}
      </Button>
    </div>
  );
}
