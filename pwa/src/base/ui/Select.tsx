import { clsx } from 'clsx';
import { type KeyboardEvent, useState } from 'react';
import { lazyExtra } from './lazyPart.tsx';
import { type OpenedSelectProps, OptionFace, SelectIcon, type SelectProps } from './selectParts.tsx';

export type { SelectOption } from './selectParts.tsx';

const OpenedSelect = lazyExtra(
  () => import('./OpenedSelect.tsx'),
  ({ onChoose: _, ...props }: OpenedSelectProps) => (
    <ClosedSelect {...props} onWanted={() => OpenedSelect.preload()} />
  ),
);

/**
 * The large code of its list is loaded when the pointer is on it; until it is first opened, only the button exists,
 * with the same look and semantics.
 */
export function Select<V extends string>({ onValueChange, className, ...props }: SelectProps<V>) {
  const [isWanted, setWanted] = useState(false);
  const onChoose = (chosen: string) => {
    const option = props.options.find((candidate) => candidate.value === chosen);
    if (option !== undefined) onValueChange(option.value);
  };
  const look = clsx(
    'field flex h-12 items-center justify-between gap-2 px-4 text-left data-[placeholder]:text-faint [&>span]:min-w-0',
    className,
  );
  return isWanted ? (
    <OpenedSelect {...props} look={look} onChoose={onChoose} />
  ) : (
    <ClosedSelect {...props} look={look} onWanted={() => setWanted(true)} />
  );
}

const opens = new Set(['ArrowDown', 'ArrowUp']);

interface ClosedSelectProps extends Omit<OpenedSelectProps, 'onChoose'> {
  readonly onWanted?: () => void;
}

function ClosedSelect({ options, value, placeholder, look, onWanted, ...control }: ClosedSelectProps) {
  const chosen = options.find((option) => option.value === value);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!opens.has(event.key)) return;
    event.preventDefault();
    onWanted?.();
  };
  return (
    <button
      type="button"
      role="combobox"
      aria-expanded={false}
      aria-autocomplete="none"
      className={look}
      data-placeholder={chosen === undefined ? '' : undefined}
      onPointerEnter={OpenedSelect.preload}
      onFocus={OpenedSelect.preload}
      onKeyDown={onKeyDown}
      onClick={onWanted}
      {...control}
    >
      <span className="pointer-events-none">
        {chosen === undefined ? placeholder : <OptionFace option={chosen} />}
      </span>
      <SelectIcon />
    </button>
  );
}
