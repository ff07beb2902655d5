import { cva, type VariantProps } from 'class-variance-authority';
import { Slot } from 'radix-ui';
import type { ComponentProps, MouseEvent } from 'react';
import { Spinner } from './Spinner.tsx';

const button = cva(
  'inline-flex shrink-0 items-center justify-center gap-2 rounded-full font-medium transition select-none active:scale-[0.98] disabled:pointer-events-none disabled:opacity-50 aria-disabled:pointer-events-none aria-disabled:opacity-50 motion-reduce:active:scale-100 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary: 'bg-primary text-on-primary hover:bg-primary-hover',
        secondary: 'border border-line-strong bg-raised text-fg hover:bg-overlay',
        ghost: 'text-muted hover:bg-raised hover:text-fg',
        danger: 'border border-danger-line bg-danger-soft text-danger hover:border-danger',
      },
      size: {
        sm: 'h-9 whitespace-nowrap px-3.5 text-sm [&_svg]:size-4',
        md: 'h-11 whitespace-nowrap px-5 text-sm [&_svg]:size-4.5',
        lg: 'min-h-13 px-4 py-2 text-base sm:px-7 [&_svg]:size-5',
      },
    },
    defaultVariants: { variant: 'primary', size: 'md' },
  },
);

export interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof button> {
  /** Styles its only child, for links. */
  readonly asChild?: boolean;
  /** Can't be pressed, but keeps focus. For the same without a spinner use `aria-disabled`. */
  readonly isPending?: boolean;
}

/** Also prevents Enter in a field from submitting the form. */
function ignorePress(press: MouseEvent): void {
  press.preventDefault();
  press.stopPropagation();
}

export function Button({ variant, size, asChild, isPending = false, className, ...props }: ButtonProps) {
  const classes = button({ variant, size, className });
  if (asChild) return <Slot.Root className={classes} {...props} />;
  const { children, type = 'button', ...rest } = props;
  return (
    <button
      type={type}
      className={classes}
      aria-busy={isPending}
      {...rest}
      {...((isPending || rest['aria-disabled'] === true) && { 'aria-disabled': true, onClick: ignorePress })}
    >
      {isPending && <Spinner className="size-4" />}
      {children}
    </button>
  );
}
