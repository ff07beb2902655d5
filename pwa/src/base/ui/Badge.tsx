import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';

const badge = cva(
  'inline-flex items-center gap-1 whitespace-nowrap rounded-full border px-2 py-0.5 text-xs font-medium [&_svg]:size-3.5',
  {
    variants: {
      tone: {
        neutral: 'border-line bg-raised text-muted',
        gold: 'border-gold-line bg-gold-soft text-gold',
        success: 'border-transparent bg-success-soft text-success',
        danger: 'border-danger-line bg-danger-soft text-danger',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
);

/** Gold only for what was earned or verified, and for administrators. */
export function Badge({ tone, className, ...props }: ComponentProps<'span'> & VariantProps<typeof badge>) {
  return <span className={badge({ tone, className })} {...props} />;
}
