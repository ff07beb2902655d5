import { clsx } from 'clsx';
import { history } from '../../../../base/words/en/admin/history.ts';
import { useWords } from '../../../../base/words/words.ts';
import { eventGroups } from '../../../../members/look/eventGroups.ts';
import { useHistorySentences } from '../events/sentences.ts';

interface TypeChoiceProps {
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Event types, chosen individually or by group; none means all. */
export function TypeChoice({ chosen, onChange }: TypeChoiceProps) {
  const words = useWords(history);
  const { kind } = useHistorySentences();
  const toggle = (types: readonly string[], isOn: boolean) =>
    onChange([...chosen.filter((type) => !types.includes(type)), ...(isOn ? types : [])]);
  return (
    <fieldset>
      <legend className="text-sm font-medium">{words.filters.types}</legend>
      <div className="mt-3 flex flex-col gap-3">
        {eventGroups.map(([group, types]) => {
          const isWhole = types.every((type) => chosen.includes(type));
          return (
            <div key={group} className="flex gap-x-4 gap-y-1.5 max-md:flex-col">
              <button
                type="button"
                aria-pressed={isWhole}
                onClick={() => toggle(types, !isWhole)}
                className="min-h-8 shrink-0 rounded-sm text-left text-sm text-muted underline-offset-4 hover:text-fg hover:underline aria-pressed:text-fg md:w-36"
              >
                {words.groups[group]}
              </button>
              <div className="flex flex-wrap gap-1.5">
                {types.map((type) => (
                  <Choice
                    key={type}
                    label={kind(type)}
                    isOn={chosen.includes(type)}
                    onToggle={(isOn) => toggle([type], isOn)}
                  />
                ))}
              </div>
            </div>
          );
        })}
      </div>
    </fieldset>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onToggle: (isOn: boolean) => void;
}

function Choice({ label, isOn, onToggle }: ChoiceProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={() => onToggle(!isOn)}
      className={clsx(
        'min-h-8 rounded-full border px-3 text-sm transition',
        isOn
          ? 'border-primary bg-primary text-on-primary'
          : 'border-control text-muted hover:bg-raised hover:text-fg',
      )}
    >
      {label}
    </button>
  );
}
