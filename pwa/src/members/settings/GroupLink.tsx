import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { settingsQuery } from './settingsQuery.ts';

/**
 * Leads to the members' group, in a tab of its own. Until its address is known it leads nowhere, for a guess could lead to
 * strangers; where it can't be known now it is dim. `href` is what is known of it elsewhere.
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
