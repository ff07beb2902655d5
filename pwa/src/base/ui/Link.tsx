import type { ComponentProps } from 'react';
import { type To, useHref, useLinkClickHandler } from 'react-router-dom';

interface LinkProps extends Omit<ComponentProps<'a'>, 'href' | 'target'> {
  readonly to: To;
  /** Stored with the history entry (`useLocation().state`). */
  readonly state?: unknown;
}

/** A link to another screen. The router's own `Link` would add prefetching code to every first load. */
export function Link({ to, state, onClick, ...props }: LinkProps) {
  const href = useHref(to);
  const follow = useLinkClickHandler(to, { state });
  return (
    <a
      {...props}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
    />
  );
}
