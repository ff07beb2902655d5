import type { ComponentProps } from 'react';
import { type To, useHref, useLinkClickHandler } from 'react-router-dom';

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href' | 'target'> {
  readonly to: To;
  /** Kept with the entry of the history (`useLocation().state`). */
  readonly state?: unknown;
}

/** A link to another screen. The router's own one brings code that fetches data ahead, which everybody would load. */
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
