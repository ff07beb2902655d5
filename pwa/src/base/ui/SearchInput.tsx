import { clsx } from 'clsx';
import { Search, X } from 'lucide-react';
import { type ComponentProps, useRef } from 'react';
import { Button } from './Button.tsx';
import { IconButton } from './IconButton.tsx';
import { Input } from './Input.tsx';

interface SearchInputProps extends Omit<ComponentProps<'input'>, 'aria-label' | 'onChange' | 'ref' | 'type'> {
  /** For screen readers. */
  readonly label: string;
  readonly value: string;
  readonly onType: (text: string) => void;
  /** At the end of the field: empties it, while there is text, or submits the surrounding form. */
  readonly button: { readonly clear: string; readonly onClear: () => void } | { readonly submit: string };
  readonly isSmall?: boolean;
}

const atEnd = 'absolute top-1/2 right-1.5 -translate-y-1/2';

export function SearchInput({
  label,
  onType,
  button,
  isSmall = false,
  className,
  ...props
}: SearchInputProps) {
  const field = useRef<HTMLInputElement>(null);
  const room = 'submit' in button ? 'pr-26' : isSmall ? 'pr-10' : 'not-placeholder-shown:pr-11';
  return (
    <div className={clsx('relative', className)}>
      <Search
        aria-hidden="true"
        className={clsx(
          'pointer-events-none absolute top-1/2 -translate-y-1/2 text-faint',
          isSmall ? 'left-3.5 size-4' : 'left-4 size-4.5',
        )}
      />
      <Input
        ref={field}
        type="search"
        aria-label={label}
        enterKeyHint="search"
        autoComplete="off"
        maxLength={100}
        onChange={(event) => onType(event.target.value)}
        className={clsx(
          isSmall ? 'h-10 rounded-full pl-10 text-sm' : 'pl-11',
          room,
          '[&::-webkit-search-cancel-button]:hidden',
        )}
        {...props}
      />
      {'submit' in button && (
        <Button type="submit" size="sm" variant="secondary" className={atEnd}>
          {button.submit}
        </Button>
      )}
      {'clear' in button && props.value !== '' && (
        <IconButton
          label={button.clear}
          size="sm"
          className={atEnd}
          onClick={() => {
            field.current?.focus();
            button.onClear();
          }}
        >
          <X aria-hidden="true" />
        </IconButton>
      )}
    </div>
  );
}
