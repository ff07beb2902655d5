import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { Button } from './Button.tsx';

interface LoadMoreProps extends Pick<ComponentProps<typeof Button>, 'variant' | 'className'> {
  /** An infinite query. */
  readonly list: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
  readonly children: string;
}

/** Renders nothing at the end of the list. */
export function LoadMore({ list, variant = 'secondary', className, children }: LoadMoreProps) {
  if (!list.hasNextPage) return null;
  return (
    <div className={clsx('flex justify-center', className)}>
      <Button
        size="sm"
        variant={variant}
        isPending={list.isFetchingNextPage}
        onClick={() => void list.fetchNextPage()}
      >
        {children}
      </Button>
    </div>
  );
}
