import { X } from 'lucide-react';
import { Button } from '../../../../base/ui/Button.tsx';
import { history } from '../../../../base/words/en/admin/history.ts';
import { useFormats } from '../../../../base/words/formats.ts';
import { useWords } from '../../../../base/words/words.ts';
import { type FilterValues, noFilters } from '../../address/historyState.ts';
import { useHistorySentences } from '../events/sentences.ts';
import { useMemberName } from './useMemberName.ts';

interface FilterChipsProps {
  readonly filters: FilterValues;
  readonly onChange: (changes: Partial<FilterValues>) => void;
}

interface Chip {
  readonly label: string;
  readonly without: Partial<FilterValues>;
}

export function FilterChips({ filters, onChange }: FilterChipsProps) {
  const words = useWords(history).filters;
  const chips = useChips(filters);
  if (chips.length === 0) return null;
  return (
    <ul aria-label={words.title} className="flex flex-wrap items-center gap-2">
      {chips.map(({ label, without }) => (
        <li key={label}>
          <button
            type="button"
            aria-label={words.remove(label)}
            onClick={() => onChange(without)}
            className="flex min-h-8 max-w-72 items-center gap-2 rounded-full border border-line-strong bg-raised pr-2.5 pl-3 text-sm transition hover:bg-overlay"
          >
            <span className="truncate">{label}</span>
            <X aria-hidden="true" className="size-3.5 shrink-0 text-muted" />
          </button>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <Button size="sm" variant="ghost" onClick={() => onChange(noFilters)}>
            {words.clear}
          </Button>
        </li>
      )}
    </ul>
  );
}

function useChips({ actor, target, types, stream, from, to, text }: FilterValues): readonly Chip[] {
  const { chips } = useWords(history).filters;
  const { dateAndTime } = useFormats();
  const { kind } = useHistorySentences();
  const who = useMemberName(actor);
  const whom = useMemberName(target);
  const chip = (isSet: boolean, label: () => string, without: Partial<FilterValues>): readonly Chip[] =>
    isSet ? [{ label: label(), without }] : [];
  return [
    ...chip(text !== '', () => chips.text(text), { text: '' }),
    ...chip(actor !== '', () => chips.actor(who), { actor: '' }),
    ...chip(target !== '', () => chips.target(whom), { target: '' }),
    ...types.map((type) => ({
      label: kind(type),
      without: { types: types.filter((other) => other !== type) },
    })),
    ...chip(stream !== '', () => chips.stream(stream), { stream: '' }),
    ...chip(from !== '', () => chips.from(dateAndTime(from)), { from: '' }),
    ...chip(to !== '', () => chips.to(dateAndTime(to)), { to: '' }),
  ];
}
