import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { settingsQuery } from './settingsQuery.ts';

/**
 * Without an address it is no link, since a guess could lead to strangers. `href` is an address known from elsewhere.
 */
export function GroupLink({ href, className, ...props }: Omit<ComponentProps<'a'>, 'target' | 'rel'>) {
  const { data, fetchStatus } = useQuery(settingsQuery);
  const to = data?.groupLink ?? href;
  return (
    <a
      {...props}
      {...(to === undefined && { role: 'link', 'aria-disabled': true })}
      href={to}
      target="_blank"
      rel="noopener noreferrer"
      className={clsx(className, fetchStatus !== 'fetching' && 'aria-disabled:opacity-50')}
    />
  );
}
