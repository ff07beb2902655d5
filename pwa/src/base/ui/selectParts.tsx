import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import type { FieldControl } from './Field.tsx';

/** One choice. `value` must not be empty. */
export interface SelectOption<V extends string = string> {
  readonly value: V;
  readonly label: string;
  /** Before the label: a dot, an icon. */
  readonly mark?: ReactNode;
  readonly isDisabled?: boolean;
}

export interface SelectProps<V extends string> extends Partial<FieldControl> {
  readonly options: readonly SelectOption<V>[];
  /** The chosen value, or '' for none yet. */
  readonly value: V | '';
  readonly onValueChange: (value: V) => void;
  readonly placeholder?: string | undefined;
  readonly className?: string;
  readonly 'aria-label'?: string;
}

/** Props of `OpenedSelect`: those of a `Select` of any values. */
export interface OpenedSelectProps extends Omit<SelectProps<string>, 'onValueChange' | 'className'> {
  readonly onChoose: (value: string) => void;
  /** The look of the button. */
  readonly look: string;
}

/** The arrow of a select's button. */
export function SelectIcon() {
  return <ChevronDown className="size-4 text-muted" aria-hidden="true" />;
}

/** A choice, in the list and on the button. */
export function OptionFace({ option }: { readonly option: SelectOption }) {
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      {option.mark}
      <span className="truncate">{option.label}</span>
    </span>
  );
}
