import { cva, type VariantProps } from 'class-variance-authority';
import { Slot } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';

const iconButton = cva(
  'inline-flex shrink-0 items-center justify-center rounded-full transition disabled:opacity-50 disabled:pointer-events-none [&_svg]:size-[1.125rem]',
  {
    variants: {
      variant: {
        ghost: 'text-muted hover:bg-overlay hover:text-fg',
        secondary: 'border border-line-strong bg-raised text-fg hover:bg-overlay',
        primary: 'bg-primary text-on-primary hover:bg-primary-hover',
        danger: 'text-muted hover:bg-danger-soft hover:text-danger',
      },
      size: { sm: 'size-9', md: 'size-11' },
    },
    defaultVariants: { variant: 'ghost', size: 'md' },
  },
);

export interface IconButtonProps
  extends Omit<ComponentProps<'button'>, 'aria-label' | 'children'>,
    VariantProps<typeof iconButton> {
  /** For screen readers; add a `Tooltip` if the icon alone is unclear. */
  readonly label: string;
  /** Styles its only child, for links. */
  readonly asChild?: boolean;
  readonly children: ReactNode;
}

export function IconButton({
  label,
  variant,
  size,
  asChild,
  className,
  children,
  type = 'button',
  ...props
}: IconButtonProps) {
  const look = { 'aria-label': label, className: iconButton({ variant, size, className }) };
  if (asChild)
    return (
      <Slot.Root {...look} {...props}>
        {children}
      </Slot.Root>
    );
  return (
    <button type={type} {...look} {...props}>
      {children}
    </button>
  );
}
