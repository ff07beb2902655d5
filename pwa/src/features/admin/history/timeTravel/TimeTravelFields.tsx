import { networkName } from '@pmcw/contracts';
import { clsx } from 'clsx';
import { timeTravel } from '../../../../base/words/en/admin/timeTravel.ts';
import { common } from '../../../../base/words/en/common.ts';
import { useFormats } from '../../../../base/words/formats.ts';
import { useWords } from '../../../../base/words/words.ts';
import { PastText } from './PastText.tsx';
import type { Difference, PastValue } from './timeTravelDifferences.ts';

const isMoment = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const memberFields: ReadonlySet<string> = new Set([
  'senderId',
  'receiverId',
  'createdBy',
  'memberId',
  'reporters',
]);

const named = (names: Readonly<Record<string, string>>, name: string): string =>
  Object.hasOwn(names, name) ? (names[name] ?? name) : name;

/** Names and formats a state's fields in the current language. */
export function useFieldWords() {
  const words = useWords(timeTravel);
  const { accountTypes } = useWords(common);
  const formats = useFormats();

  function textOf(field: string, value: PastValue | undefined): string {
    if (value === undefined || value === '') return words.none;
    if (value === null) return field === 'receiverId' ? words.everybody : words.none;
    if (typeof value === 'boolean') return value ? words.yes : words.no;
    if (typeof value === 'number') {
      return memberFields.has(field) ? words.member(String(value)) : formats.number(value);
    }
    if (typeof value === 'string') {
      if (isMoment.test(value)) return formats.dateAndTime(value);
      if (field === 'network') return networkName(value);
      return named({ ...words.statuses, ...accountTypes }, value);
    }
    const { id, ...parts } = value;
    const shown = Object.entries(parts).map(([name, part]) => textOf(name, part));
    return (field === 'conversations' ? [words.member(String(id)), ...shown] : shown).join(' · ');
  }
  return { nameOf: (field: string) => named(words.names, field), textOf };
}

/** Shows changed fields beside their earlier values, marked not only by color. */
export function TimeTravelFields({
  rows,
  label,
}: {
  readonly rows: readonly Difference[];
  readonly label: string;
}) {
  const { nameOf, textOf } = useFieldWords();
  return (
    <dl aria-label={label} className="divide-y divide-line overflow-hidden rounded-lg border text-sm">
      {rows.map(({ key, field, change, is, was }) => (
        <div
          key={key}
          data-change={change}
          className={clsx(
            'grid min-h-10 gap-x-4 border-l-2 px-4 py-2.5 sm:grid-cols-[10rem_1fr]',
            change === 'same' ? 'border-l-transparent' : 'border-l-primary bg-overlay',
          )}
        >
          <dt className="text-muted">{nameOf(field)}</dt>
          <dd className="flex min-w-0 flex-col break-words">
            <PastText is={textOf(field, is)} was={textOf(field, was)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
