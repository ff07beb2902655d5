import { useId } from 'react';

interface Choice<V extends string> {
  readonly value: V;
  readonly label: string;
  /** Below the label. */
  readonly hint?: string;
}

interface RadioListProps<V extends string> {
  readonly label: string;
  readonly choices: readonly Choice<V>[];
  /** Null until one is chosen. */
  readonly value: V | null;
  readonly onValueChange: (value: V) => void;
}

/** Choices that need words; for a few short ones use a `SegmentedControl`. */
export function RadioList<V extends string>({ label, choices, value, onValueChange }: RadioListProps<V>) {
  const name = useId();
  return (
    <fieldset className="flex min-w-0 flex-col">
      <legend className="mb-1 text-sm font-medium">{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className="flex min-h-11 cursor-pointer items-start gap-3 py-1.5">
          <input
            type="radio"
            name={name}
            value={choice.value}
            aria-describedby={choice.hint === undefined ? undefined : `${name}-${choice.value}`}
            aria-label={choice.label}
            checked={choice.value === value}
            onChange={() => onValueChange(choice.value)}
            className="size-5 shrink-0 appearance-none rounded-full border border-control bg-[var(--field)] transition checked:border-6 checked:border-primary"
          />
          <span className="min-w-0 text-sm wrap-anywhere">
            {choice.label}
            {choice.hint !== undefined && (
              <span id={`${name}-${choice.value}`} className="block text-xs text-muted">
                {choice.hint}
              </span>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
