import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import type { FieldControl } from './Field.tsx';

/** `value` must not be empty. */
export interface SelectOption<V extends string = string> {
  readonly value: V;
  readonly label: string;
  readonly mark?: ReactNode;
  readonly isDisabled?: boolean;
}

export interface SelectProps<V extends string> extends Partial<FieldControl> {
  readonly options: readonly SelectOption<V>[];
  /** '' for none. */
  readonly value: V | '';
  readonly onValueChange: (value: V) => void;
  readonly placeholder?: string | undefined;
  readonly className?: string;
  readonly 'aria-label'?: string;
}

export interface OpenedSelectProps extends Omit<SelectProps<string>, 'onValueChange' | 'className'> {
  readonly onChoose: (value: string) => void;
  readonly look: string;
}

export function SelectIcon() {
  return <ChevronDown className="size-4 text-muted" aria-hidden="true" />;
}

export function OptionFace({ option }: { readonly option: SelectOption }) {
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      {option.mark}
      <span className="truncate">{option.label}</span>
    </span>
  );
}
